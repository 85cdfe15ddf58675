"""An encounter as it is written in YAML, checked, and made into battles that wait to be begun."""

import itertools
from functools import cache
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from quarterdeck import configs

from ..missions import check_missions
from ..scenarios import check_number, load, several
from . import record as r
from . import ship as s

Kind = Literal[
    "rowboat",
    "excise_cutter",
    "steam_cutter",
    "sloop",
    "schooner",
    "barquentine",
    "frigate",
    "ship_of_the_line",
    "armoured_steam_warship",
]
Location = Literal["open_sea", "shoals", "ship_graveyard", "whirlpool", "fog_bank", "coastal_shallows"]
Range = Literal["short", "medium", "long"]
Mission = Literal["duel", "hunt", "run"]
Condition = Literal["intact", "damaged", "destroyed"]
Whole = Annotated[int, Field(strict=True, ge=0)]
Score = Annotated[int, Field(strict=True, ge=0, le=20)]
Number = Annotated[int, Field(strict=True, ge=0, le=r.MOST_OFFICERS)]
Flag = Annotated[bool, Field(strict=True)]
Some = Field(min_length=1)

RANGES = tuple(name.lower() for name in r.RANGES)
CONDITIONS = ("destroyed", "damaged", "intact")


class Strict(BaseModel):
    """A part of a scenario: no unknown field, nothing changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Officers(Strict):
    """Named officers: a captain who can be struck, and others; a number, or a list of them, alone says how many.

    BE-CREW-6, BE-ROLE-5, BE-ROLE-7, BE-ROLE-8, BE-CREW-3, BE-POWER-2

    Attributes:
        number: besides the captain; a list unfolds into a battle for each; 0 for none that are named.
        skill: what their checks add to the die.
        modifier: what evasive maneuvers add to Defense.
        wounds: that each can bear, in halves of a burst of splinters.
        reach: the farthest range of their personal attacks.
        command: of the one who would follow the captain.
    """

    number: Number | Annotated[list[Number], Some] = 0
    skill: Score = 7
    modifier: Annotated[Whole, Field(le=10)] = 4
    wounds: Annotated[int, Field(strict=True, ge=1, le=20)] = 6
    reach: Range | None = "medium"
    command: Score = 5

    @model_validator(mode="before")
    @classmethod
    def _so_many(cls, given: Any) -> Any:
        return {"number": given} if isinstance(given, int | list) else given


class Ship(Strict):
    """One ship; a list of kinds, or `any` that is armed, unfolds into a battle for each."""

    ship: Kind | Literal["any"] | Annotated[list[Kind], Some]
    captain: Score = 7
    sense_motive: Score = 5
    officers: Officers = Officers()
    hull: Annotated[int, Field(strict=True, ge=1)] | None = None
    rigging: Condition = "intact"
    hands: Annotated[int, Field(strict=True, ge=1)] | None = None


class Scenario(Strict):
    """An encounter, or a set of encounters of which each is as likely as the next. BE-LOC-1, BE-RANGE-4"""

    ships: list[Ship] = Field(min_length=2, max_length=2)
    missions: tuple[Mission, Mission] = ("duel", "duel")
    range: Range | Annotated[list[Range], Some] = "long"
    location: Location | Annotated[list[Location], Some] = "open_sea"
    places: list[Location] | None = None
    opposed: Flag | Annotated[list[Flag], Some] = False
    count_crew: Flag = False
    nightfall: Annotated[Whole, Field(ge=1, le=200)] = 30

    @model_validator(mode="after")
    def _missions_fit(self) -> "Scenario":
        check_missions(self.missions)
        return self


@cache
def ship_data() -> dict[str, Any]:
    """The tables of `configs/bearings/ships.yaml`. BE-SHIP-1"""
    return configs.read_yaml(configs.FOLDER / "bearings" / "ships.yaml")["ships"]


def _kinds(spec: Ship) -> list[str]:
    """The kinds that a ship may be; `any` is every one that is armed."""
    if spec.ship == "any":
        return [name for name, data in ship_data().items() if data["attack"]]
    return several(spec.ship)


def battles(scenario: Any) -> np.ndarray:
    """Every encounter of a scenario as a record that waits to be begun, shape (n,).

    Raises:
        BadInput: the scenario is wrong, or unfolds into too many encounters.
    """
    checked, source = load(Scenario, "bearings/scenarios", scenario)
    ships = [list(itertools.product(_kinds(spec), several(spec.officers.number))) for spec in checked.ships]
    parts: list[list[Any]] = [
        *ships,
        several(checked.range),
        several(checked.location),
        several(checked.opposed),
    ]
    number = int(np.prod([len(part) for part in parts]))
    check_number(number, source)
    states = np.zeros(number, r.STATE)
    choices: Any = itertools.product(*parts)
    for state, (first, second, range_, location, opposed) in zip(states, choices, strict=True):
        state["nightfall"], state["opposed"], state["count_crew"] = checked.nightfall, opposed, checked.count_crew
        _place(state, checked, range_, location, source)
        for seat, (kind, officers) in enumerate((first, second)):
            where = f"{source}: ships.{seat}"
            fill_ship(state["ship"][seat], checked.ships[seat], kind, officers, where)
            state["ship"][seat]["mission"] = r.MISSIONS.index(checked.missions[seat])
    return states


def _place(state: Any, spec: Scenario, range_: str, location: str, source: str) -> None:
    """Where the encounter begins, and how far apart, bows on. BE-LOC-1, BE-RANGE-4, BE-BEAR-10"""
    if location == "fog_bank" and range_ == "long":
        raise configs.BadInput(f"{source}: range: 'long' is out of sight in a 'fog_bank'; the farthest is 'medium'")
    state["range"], state["location"] = RANGES.index(range_), r.LOCATIONS.index(location)
    places = r.LOCATIONS if spec.places is None else spec.places
    state["places"] = sum(1 << r.LOCATIONS.index(name) for name in {*places, location})
    state["bearing"], state["away"] = r.POINT_TO_POINT, -1


def fill_ship(ship: Any, spec: Ship, kind: str, officers: int, where: str) -> None:
    """Write a ship of this kind, with so many officers, into an empty record.

    BE-SHIP-1, BE-SHIP-2, BE-SHIP-3, BE-SHIP-4, BE-SHIP-5

    Raises:
        BadInput: she is given more than her kind has.
    """
    data = ship_data()[kind]
    full = data["hull_integrity"]
    if spec.hull is not None and spec.hull > full:
        raise configs.BadInput(f"{where}.hull: {spec.hull} is over the {full} of a {kind}")
    if spec.hands is not None and spec.hands > data["full_crew"]:
        raise configs.BadInput(f"{where}.hands: {spec.hands} is over the {data['full_crew']} of a {kind}")
    ship["kind"], ship["size"], ship["defense"] = r.KINDS.index(kind), data["size"], data["defense"]
    ship["hull_max"], ship["hull"] = full, spec.hull or full
    ship["command"], ship["steam"] = data["command"], data["steam"]
    ship["rigging"] = CONDITIONS.index(spec.rigging)
    ship["stores"] = ship["stores_max"] = data["size"]
    ship["pilots"] = data["pilot_crew"]
    ship["watch"] = data["pilot_crew"] + data["full_crew"] // 2
    ship["hands"] = spec.hands or data["full_crew"]
    ship["leader"], ship["sense"] = spec.captain, spec.sense_motive
    ship["margin"], ship["aim"] = r.MISSED, -1
    _arm(ship, data)
    _name_officers(ship, spec.officers, officers)
    s.look(ship)


def _arm(ship: Any, data: dict[str, Any]) -> None:
    """Weapons of each arc, both broadsides alike, and the Brand. BE-SHIP-3, BE-BRAND-1"""
    fitted = {**data["attack"], **({"brand": data["brand"]} if "brand" in data else {})}
    names = ("fore", "broadside", "broadside", "aft", "brand")
    for weapon, name in enumerate(names):
        if name in fitted:
            ship["attack"][weapon] = fitted[name]
            ship["weapons"][weapon] = r.INTACT
            ship["fitted"] |= 1 << weapon


def _name_officers(ship: Any, spec: Officers, number: int) -> None:
    """The captain and the other officers, where they have names. BE-CREW-6, BE-ROLE-1"""
    ship["skill"], ship["knack"], ship["mate"] = spec.skill, spec.modifier, spec.command
    if number == 0:
        return
    ship["named"], ship["officers"] = 1, number
    ship["wounds"][: 1 + number] = spec.wounds
    ship["reach"] = 0 if spec.reach is None else 1 + RANGES.index(spec.reach)
