"""A raid as it is written in YAML, checked, and made into battles that wait to be begun."""

import itertools
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, model_validator

from quarterdeck import configs

from ...scenarios import check_number, load, several
from .. import record as r
from .. import scenario as sc
from ..outfit import Knack, Ship, Some, fill_ship
from ..shipyard import Strict, Whole
from . import record as f

FortKind = Literal["log", "earthworks", "small", "medium", "large"]


class Fort(Strict):
    """A fort; a list of kinds, or `any`, unfolds into a battle for each. HS-FORT-3"""

    kind: FortKind | Literal["any"] | Annotated[list[FortKind], Some] = "small"
    gunnery: Knack = 1
    structure: Annotated[Whole, Field(ge=1)] | None = None
    guns: Whole | None = None
    officers: Whole | None = None
    marines: Whole | None = None
    over_the_side: bool = False


class Town(Strict):
    """A town; a list of gun counts unfolds into a battle for each. HS-TOWN-5"""

    guns: Annotated[Whole, Field(le=2)] | Annotated[list[Annotated[Whole, Field(le=2)]], Some] = 2
    gunnery: Knack = 1


class Raid(Strict):
    """A raid, or a set of raids of which each is as likely as the next."""

    ship: Ship
    fort: Fort | None = Fort()
    town: Town | None = Town()
    range: sc.Range | Annotated[list[sc.Range], Some] | None = None
    weather: sc.Weather | Annotated[list[sc.Weather], Some] = "clear"
    nightfall: Annotated[Whole, Field(ge=1, le=500)] = 60

    @model_validator(mode="after")
    def _something_to_raid(self) -> "Raid":
        if self.fort is None and self.town is None:
            raise ValueError("fort: there is neither a fort nor a town; leave out one of the two nulls")
        return self


@cache
def fort_data() -> dict[str, Any]:
    """The tables of `configs/high_seas/forts.yaml`."""
    return configs.read_yaml(configs.FOLDER / "high_seas" / "forts.yaml")


def _with_ship(scenario: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The scenario with the ship that it calls by name or by file (from `folder` on) put in her place."""
    ship = scenario.get("ship")
    if not isinstance(ship, str):
        return scenario
    try:
        return {**scenario, "ship": sc.load_ship(ship, folder)}
    except configs.BadInput as error:
        raise configs.BadInput(f"ship: {error}") from None


def raids(scenario: Any) -> np.ndarray:
    """Every raid of a scenario as a record that waits to be begun, shape (n,).

    Raises:
        BadInput: the scenario is wrong, or unfolds into too many raids.
    """
    checked, source = load(Raid, "high_seas_fort/scenarios", scenario, _with_ship)
    ship, fort, town = checked.ship, checked.fort, checked.town
    parts: list[list[Any]] = [
        list(r.HULLS) if ship.hull == "any" else several(ship.hull),
        several(ship.fit),
        [None] if fort is None else list(f.FORTS) if fort.kind == "any" else several(fort.kind),
        [None] if town is None else several(town.guns),
        several(checked.range),
        several(checked.weather),
    ]
    number = int(np.prod([len(part) for part in parts]))
    check_number(number, source)
    states = np.zeros(number, f.STATE)
    choices: Any = itertools.product(*parts)
    for state, (hull, fit, kind, guns, range_, weather) in zip(states, choices, strict=True):
        fill_ship(state["ship"][0], ship, hull, fit, f"{source}: ship")
        if fort is not None:
            fill_fort(state["shore"][f.FORT], fort, kind, f"{source}: fort")
        if town is not None:
            fill_town(state["shore"][f.TOWN], town, guns)
        state["facing"] = f.TOWN if fort is None else f.FORT
        state["nightfall"] = checked.nightfall
        _place(state, range_, weather, hull, source)
    return states


def _place(state: Any, range_: str | None, weather: str, hull: str, source: str) -> None:
    """How far off the ship begins: at Long, or as far as one sees. HS-FORT-5"""
    sight = sc.SIGHT[weather]
    state["sight"] = sight
    state["range"] = min(r.LONG, sight) if range_ is None else sc.RANGES.index(range_)
    if state["range"] > sight:
        farthest = f"the farthest is {sc.RANGES[sight]!r}"
        raise configs.BadInput(f"{source}: range: {range_!r} is out of sight in {weather!r}; {farthest}")
    if state["range"] < r.MEDIUM and not state["ship"][0]["shallow"]:
        nearest = "the nearest is 'medium'"
        raise configs.BadInput(f"{source}: range: {range_!r} is too near for the deep draft of a {hull}; {nearest}")


def fill_fort(work: Any, spec: Fort, kind: str, where: str) -> None:
    """Write a fort of this kind into an empty record. HS-FORT-3, HS-FORT-4

    Raises:
        BadInput: it is given more than its kind has.
    """
    data = fort_data()["forts"][kind]
    work["kind"] = f.KINDS.index(kind)
    held = {}
    for field in ("structure", "guns", "officers", "marines"):
        given, most = getattr(spec, field), data[field]
        if given is not None and given > most:
            raise configs.BadInput(f"{where}.{field}: {given} is over the {most} of a {kind} fort")
        held[field] = most if given is None else given
    work["structure_max"] = data["structure"]
    work["structure"] = held["structure"]
    work["guns"] = held["guns"]
    work["garrison"] = held["officers"] + held["marines"]
    work["gunnery"] = spec.gunnery
    work["over_the_side"] = spec.over_the_side
    work["squads"] = -1
    work["threat"] = work["boarding_threat"] = fort_data()["garrison"]["threat"]


def fill_town(work: Any, spec: Town, guns: int) -> None:
    """Write a town with so many guns into an empty record. HS-TOWN-4, HS-TOWN-5"""
    data = fort_data()["town"]
    work["kind"] = f.A_TOWN
    work["structure"] = work["structure_max"] = data["points"]
    work["guns"] = guns
    work["gunnery"] = spec.gunnery
    work["threat"] = data["gunners"]["threat"]
