"""A scenario of a large battle: sides with their ships, checked, and made into battles that wait to be begun."""

import itertools
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from quarterdeck import configs

from ...scenarios import check_number, load, several
from .. import record as r
from ..outfit import Ship, fill_ship
from ..scenario import RANGES, RECOGNITION, SIGHT, HouseRules, Mission, Range, Weather, by_name
from ..shipyard import Strict, Whole
from . import record as f

FOLDER = "high_seas_fleet/scenarios"
Some = Field(min_length=1)


class FleetShip(Ship):
    """A ship as in a duel, or `count` sisters."""

    count: Annotated[int, Field(strict=True, ge=1)] = 1


class Side(Strict):
    """Ships that fight for one payoff; `formation` is the range between each two of them."""

    ships: Annotated[list[FleetShip], Some]
    mission: Mission = "duel"
    formation: Range = "short"


class PairRange(Strict):
    """The range between two ships that differs from that between their sides; ships count from 0 through all sides."""

    ships: tuple[Whole, Whole]
    range: Range


class Scenario(Strict):
    """A battle of fleets, or a set of battles of which each is as likely as the next."""

    sides: list[Side]
    range: Range | Annotated[list[Range], Some] | None = None
    ranges: list[PairRange] = Field(default_factory=list)
    weather: Weather | Annotated[list[Weather], Some] = "clear"
    lookouts: bool = True
    nightfall: Annotated[Whole, Field(ge=1, le=500)] = 60
    house_rules: HouseRules = HouseRules()

    @model_validator(mode="after")
    def _is_a_battle(self) -> "Scenario":
        if len(self.sides) < 2:
            raise ValueError(f"sides: a battle needs two sides or more, and there is {len(self.sides)}; add one")
        ships = sum(ship.count for side in self.sides for ship in side.ships)
        if ships > f.SHIPS:
            raise ValueError(f"sides: {ships} ships are more than the {f.SHIPS} that a battle holds; leave some out")
        missions = [side.mission for side in self.sides]
        if set(missions) not in ({"duel"}, {"hunt", "run"}):
            fitting = "let all sides duel, or some hunt and the others run"
            raise ValueError(f"sides: missions {missions} do not fit each other; {fitting}")
        for place, pair in enumerate(self.ranges):
            if pair.ships[0] == pair.ships[1] or max(pair.ships) >= ships:
                raise ValueError(f"ranges.{place}.ships: {list(pair.ships)} are no two ships of 0 to {ships - 1}")
            if any(set(pair.ships) == set(other.ships) for other in self.ranges[:place]):
                raise ValueError(f"ranges.{place}.ships: {list(pair.ships)} stand there twice; keep one")
        return self


def _with_ships(scenario: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The scenario with the ships that its sides call by name or by file put in their places."""
    sides = scenario.get("sides")
    if not isinstance(sides, list):
        return scenario
    return {**scenario, "sides": [_with_ships_of_side(side, folder, place) for place, side in enumerate(sides)]}


def _with_ships_of_side(side: Any, folder: Path, place: int) -> Any:
    if not (isinstance(side, dict) and isinstance(side.get("ships"), list)):
        return side
    return {**side, "ships": by_name(FleetShip, side["ships"], folder, f"sides.{place}.ships")}


def battles(scenario: Any) -> np.ndarray:
    """Every battle of a scenario as a record that waits to be begun, shape (n,). HS-TURN-5, HS-TURN-12

    Raises:
        BadInput: the scenario is wrong, or unfolds into too many battles.
    """
    checked, source = load(Scenario, FOLDER, scenario, _with_ships)
    ranges: list[str | None] = several(checked.range)
    weathers: list[str] = several(checked.weather)
    kinds = [_kinds(ship) for side in checked.sides for ship in side.ships]
    number = len(ranges) * len(weathers)
    for kind in kinds:
        number *= len(kind)
    check_number(number, source)
    states = np.zeros(number, f.STATE)
    fleets = [_fleet(checked, chosen, source) for chosen in itertools.product(*kinds)]
    for state, (fleet, range_, weather) in zip(states, itertools.product(fleets, ranges, weathers), strict=True):
        state["sight"] = SIGHT[weather]
        state["recognition"] = RECOGNITION[weather] if checked.lookouts else SIGHT[weather]
        state["nightfall"] = checked.nightfall
        state["size_reversed"] = checked.house_rules.size_step_reversed
        _man(state, checked, fleet)
        if not checked.lookouts:
            state["ship"]["shown"][: len(fleet)] = 1
        _place(state, checked, range_, weather, source)
    return states


def _kinds(ship: Ship) -> list[tuple[str, str]]:
    """The hulls and fits that one ship may have."""
    hulls = list(r.HULLS) if ship.hull == "any" else several(ship.hull)
    return list(itertools.product(hulls, several(ship.fit)))


def _fleet(checked: Scenario, kinds: tuple[tuple[str, str], ...], source: str) -> np.ndarray:
    """The ships of all sides, of these hulls and fits, as records, shape (n,)."""
    fleet = np.zeros(sum(spec.count for side in checked.sides for spec in side.ships), r.SHIP)
    chosen = iter(kinds)
    slot = 0
    for number, side in enumerate(checked.sides):
        for place, spec in enumerate(side.ships):
            fill_ship(fleet[slot], spec, *next(chosen), f"{source}: sides.{number}.ships.{place}")
            fleet[slot]["mission"] = r.MISSIONS.index(side.mission)
            fleet[slot + 1 : slot + spec.count] = fleet[slot]
            slot += spec.count
    return fleet


def _man(state: Any, checked: Scenario, fleet: np.ndarray) -> None:
    """Put the ships into their slots, side by side."""
    state["slots"] = len(fleet)
    state["present"][: len(fleet)] = 1
    state["ship"][: len(fleet)] = fleet
    state["side"] = -1
    numbers = [number for number, side in enumerate(checked.sides) for ship in side.ships for _ in range(ship.count)]
    state["side"][: len(fleet)] = numbers


def _place(state: Any, checked: Scenario, range_: str | None, weather: str, source: str) -> None:
    """The ranges at the start: one between sides, one within each, and what is said of single pairs. HS-FLEET-2

    Raises:
        BadInput: a range is out of sight, or no two enemies see each other.
    """
    sight = SIGHT[weather]
    between = min(r.LONG, sight) if range_ is None else RANGES.index(range_)
    farthest = f"the farthest is {RANGES[sight]!r}"
    if between > sight:
        raise configs.BadInput(f"{source}: range: {range_!r} is out of sight in {weather!r}; {farthest}")
    for number, side in enumerate(checked.sides):
        if RANGES.index(side.formation) > sight:
            where = f"{source}: sides.{number}.formation"
            raise configs.BadInput(f"{where}: {side.formation!r} is out of sight in {weather!r}; {farthest}")
    state["ranges"] = f.OUT
    slots, sides = int(state["slots"]), state["side"]
    for one, other in itertools.permutations(range(slots), 2):
        same = sides[one] == sides[other]
        state["ranges"][one, other] = RANGES.index(checked.sides[sides[one]].formation) if same else between
    for place, pair in enumerate(checked.ranges):
        if RANGES.index(pair.range) > sight:
            where = f"{source}: ranges.{place}.range"
            raise configs.BadInput(f"{where}: {pair.range!r} is out of sight in {weather!r}; {farthest}")
        for one, other in (pair.ships, pair.ships[::-1]):
            state["ranges"][one, other] = RANGES.index(pair.range)
