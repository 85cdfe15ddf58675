"""A scenario: what is written in YAML, checked, and made into battles that wait to be begun."""

import itertools
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import numpy as np
from pydantic import Field, model_validator

from quarterdeck import configs

from ..missions import check_missions
from ..scenarios import check_number, load, several
from . import record as r
from .outfit import Ship, Some, fill_ship
from .shipyard import Strict, Whole

Range = Literal["close", "short", "medium", "long", "far", "extreme"]
Weather = Literal["clear", "rough", "storm", "fog"]
Mission = Literal["duel", "hunt", "run"]

SIGHT = {"clear": r.EXTREME, "rough": r.LONG, "storm": r.MEDIUM, "fog": r.MEDIUM}
RECOGNITION = {"clear": r.FAR, "rough": r.MEDIUM, "storm": r.SHORT, "fog": r.SHORT}
RANGES = tuple(name.lower() for name in r.RANGES)


class HouseRules(Strict):
    """Rules played otherwise than written."""

    size_step_reversed: bool = False


class Scenario(Strict):
    """A battle, or a set of battles of which each is as likely as the next."""

    ships: list[Ship] = Field(min_length=2, max_length=2)
    missions: tuple[Mission, Mission] = ("duel", "duel")
    range: Range | Annotated[list[Range], Some] | None = None
    weather: Weather | Annotated[list[Weather], Some] = "clear"
    lookouts: bool = True
    nightfall: Annotated[Whole, Field(ge=1, le=500)] = 60
    house_rules: HouseRules = HouseRules()

    @model_validator(mode="after")
    def _missions_fit(self) -> "Scenario":
        check_missions(self.missions)
        return self


AnyShip = TypeVar("AnyShip", bound=Ship)


def with_ships(scenario: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The scenario with the ships that it calls by name or by file (from `folder` on) put in their places."""
    ships = scenario.get("ships")
    if not isinstance(ships, list):
        return scenario
    return {**scenario, "ships": by_name(Ship, ships, folder, "ships")}


def by_name(model: type[AnyShip], ships: list[Any], folder: Path, where: str) -> list[Any]:
    """These ships, those that are called by name or by file read.

    Raises:
        BadInput: as in `load_ship`; the line begins with `where` and the ship's place.
    """
    found = []
    for place, ship in enumerate(ships):
        try:
            found.append(load_ship_as(model, ship, folder) if isinstance(ship, str) else ship)
        except configs.BadInput as error:
            raise configs.BadInput(f"{where}.{place}: {error}") from None
    return found


def load_ship(name: str, folder: Path = Path()) -> Ship:
    """A ship by the name of one of ours, or by her YAML file, whose path counts from `folder` on.

    Raises:
        BadInput: there is none, or something in the file is wrong.
    """
    return load_ship_as(Ship, name, folder)


def load_ship_as(model: type[AnyShip], name: str, folder: Path) -> AnyShip:
    """The same for a ship of which a scenario says more."""
    path = configs.find("high_seas/ships", str(folder / name) if configs.is_file(name) else name)
    return configs.check(model, configs.read_yaml(path), str(path))


def battles(scenario: Any) -> np.ndarray:
    """Every battle of a scenario as a record that waits to be begun, shape (n,).

    HS-TURN-5, HS-TURN-6, HS-TURN-12

    Raises:
        BadInput: the scenario is wrong, or unfolds into too many battles.
    """
    checked, source = load(Scenario, "high_seas/scenarios", scenario, with_ships)
    ships = [list(itertools.product(_hulls(ship), several(ship.fit))) for ship in checked.ships]
    ranges: list[str | None] = several(checked.range)
    weathers: list[str] = several(checked.weather)
    number = len(ships[0]) * len(ships[1]) * len(ranges) * len(weathers)
    check_number(number, source)
    states = np.zeros(number, r.STATE)
    choices: Any = itertools.product(*ships, ranges, weathers)
    for state, (first, second, range_, weather) in zip(states, choices, strict=True):
        state["sight"], state["recognition"] = SIGHT[weather], RECOGNITION[weather]
        # unless it says so, a battle opens at Long, or as far as one sees
        state["range"] = min(r.LONG, SIGHT[weather]) if range_ is None else RANGES.index(range_)
        if state["range"] > state["sight"]:
            farthest = f"the farthest is {RANGES[SIGHT[weather]]!r}"
            raise configs.BadInput(f"{source}: range: {range_!r} is out of sight in {weather!r}; {farthest}")
        state["nightfall"] = checked.nightfall
        state["size_reversed"] = checked.house_rules.size_step_reversed
        for seat, (hull, fit) in enumerate((first, second)):
            where = f"{source}: ships.{seat}"
            fill_ship(state["ship"][seat], checked.ships[seat], hull, fit, where)
            state["ship"][seat]["mission"] = r.MISSIONS.index(checked.missions[seat])
            _show(state["ship"][seat], state, checked.lookouts)
    return states


def _show(ship: Any, state: Any, lookouts: bool) -> None:
    """What the enemy knows of a ship when the battle opens; near enough, she was watched as she came up.

    HS-TURN-6, HS-MOD-10
    """
    ship["known"] = not lookouts or state["range"] <= state["recognition"]
    ship["shown"] = not lookouts or not ship["concealed"]


def _hulls(ship: Ship) -> list[str]:
    return list(r.HULLS) if ship.hull == "any" else several(ship.hull)
