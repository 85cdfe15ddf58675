"""A battle as it is written in YAML, checked, and made into battles that wait to be begun."""

import itertools
from functools import cache
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from quarterdeck import configs

from ..missions import check_missions
from ..scenarios import check_number, load, several
from . import record as r
from . import table

Kind = Literal["longboat", "cutter", "frigate", "galleon"]
Mission = Literal["duel", "hunt", "run"]
Whole = Annotated[int, Field(strict=True, ge=0)]
Flag = Annotated[bool, Field(strict=True)]
Degrees = Annotated[int, Field(strict=True, ge=0, le=359)]
Some = Field(min_length=1)

COMPASS = tuple(range(0, 360, 45))


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Ship(_Strict):
    """A ship; a list of kinds, or `any`, and a list of rams unfold into a battle for each. BR-START-2, BR-CREW-4

    Attributes:
        crew: hands aboard; by default as many as her kind has.
        combat: how good her men are with guns and blades, 0 for standard soldiers.
        armour: on 1D an armoured man who is hit is saved by so much or less.
        railed: whether her deck has a railing; by default as her kind has it.
    """

    kind: Kind | Literal["any"] | Annotated[list[Kind], Some]
    ram: Flag | Annotated[list[Flag], Some] = False
    crew: Annotated[Whole, Field(ge=1, le=100)] | None = None
    combat: Annotated[Whole, Field(le=2)] = 0
    armour: Annotated[Whole, Field(le=4)] = 0
    railed: Flag | None = None


class Scenario(_Strict):
    """A battle, or a set of battles of which each is as likely as the next.

    Attributes:
        pairs: `all` pairings of the kinds, only like against like (`alike`), or only with the next in size (`near`).
        apart: inches between their centres.
        headings: of each ship, in degrees clockwise from the top of the table; `any` of eight, or a list.
        wind: whether the optional wind is played.
        nightfall: after so many rounds.
    """

    ships: list[Ship] = Field(min_length=2, max_length=2)
    pairs: Literal["all", "alike", "near"] = "all"
    missions: tuple[Mission, Mission] = ("duel", "duel")
    apart: Annotated[Whole, Field(ge=4, le=64)] = 30
    headings: tuple[
        Degrees | Literal["any"] | Annotated[list[Degrees], Some],
        Degrees | Literal["any"] | Annotated[list[Degrees], Some],
    ] = (90, 270)
    wind: Flag = False
    nightfall: Annotated[Whole, Field(ge=1, le=200)] = 60

    @model_validator(mode="after")
    def _missions_fit(self) -> "Scenario":
        check_missions(self.missions)
        return self


@cache
def ship_data() -> dict[str, Any]:
    """The table of `configs/brick_ships/ships.yaml`. BR-SHIP-3"""
    return configs.read_yaml(configs.FOLDER / "brick_ships" / "ships.yaml")["ships"]


def battles(scenario: Any) -> np.ndarray:
    """Every battle of a scenario as a record that waits to be begun, shape (n,). BR-START-1, BR-START-2

    Raises:
        BadInput: the scenario is wrong, or unfolds into too many battles.
    """
    checked, source = load(Scenario, "brick_ships/scenarios", scenario)
    choices = _choices(checked)
    if not choices:
        raise configs.BadInput(f"{source}: pairs: {checked.pairs!r} leaves no pairing of these kinds; choose 'all'")
    check_number(len(choices), source)
    states = np.zeros(len(choices), r.STATE)
    for state, (kinds, rams, headings) in zip(states, choices, strict=True):
        state["nightfall"] = checked.nightfall
        state["wind_rule"] = checked.wind
        for seat in range(2):
            ship = state["ship"][seat]
            fill_ship(ship, checked.ships[seat], kinds[seat], rams[seat])
            ship["mission"] = r.MISSIONS.index(checked.missions[seat])
            ship["x"] = r.WIDTH // 2 + (2 * seat - 1) * checked.apart * r.INCH // 2
            ship["y"] = r.HEIGHT // 2
            ship["heading"] = 2 * headings[seat]
        if table.overlap(*state["ship"]):
            raise configs.BadInput(f"{source}: apart: {checked.apart} inches are too few, the ships lie on each other")
    return states


def _choices(checked: Scenario) -> list[Any]:
    """Kinds, rams and headings of each battle."""
    first, second = checked.ships
    pairs = [
        pair
        for pair in itertools.product(_kinds(first), _kinds(second))
        if checked.pairs == "all" or _steps(*pair) == (0 if checked.pairs == "alike" else 1)
    ]
    rams = itertools.product(several(first.ram), several(second.ram))
    headings = itertools.product(*(list(COMPASS) if one == "any" else several(one) for one in checked.headings))
    return list(itertools.product(pairs, rams, headings))


def _steps(one: str, other: str) -> int:
    """How many sizes two kinds are apart."""
    return abs(r.KINDS.index(one) - r.KINDS.index(other))


def _kinds(ship: Ship) -> list[str]:
    return list(r.KINDS) if ship.kind == "any" else several(ship.kind)


def resistance_of(length: float, beam: float, levels: int) -> int:
    """Square inches of all decks over 15, to the nearest, a half up, at least 1. BR-SHIP-1, BR-SHIP-2"""
    return max(1, int(length * beam * levels / 15 + 0.5))


def fill_ship(ship: Any, spec: Ship, kind: str, ram: bool) -> None:
    """Write a ship of this kind into an empty record, all guns loaded. BR-SHIP-3, BR-SHIP-4, BR-MOVE-1"""
    data = ship_data()[kind]
    ship["kind"] = r.KINDS.index(kind)
    for field in ("length", "beam", "mast"):
        ship[field] = round(data[field] * r.INCH)
    for field in ("levels", "resistance", "oars"):
        ship[field] = data[field]
    ship["canvas"] = max(0, 12 - data["resistance"]) if data["sails"] else 0
    ship["railed"] = data["railed"] if spec.railed is None else spec.railed
    ship["combat"], ship["armour"], ship["ram"] = spec.combat, spec.armour, ram
    ship["hands"][r.ROPES] = data["crew"] if spec.crew is None else spec.crew
    ship["holes"] = r.NO_HOLE
    ship["fore_kind"] = r.CATAPULT if data["guns"].get("fore_kind") == "catapult" else r.CANNON
    for battery, name in enumerate(r.BATTERIES):
        guns = data["guns"][name]
        ship["guns"][battery] = guns
        ship["work"][r.FIRST_GUN[battery] : r.FIRST_GUN[battery] + guns] = r.LOADED
