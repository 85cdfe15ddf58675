"""A battle on squares as it is written in YAML, checked, and made into battles that wait to be begun."""

import itertools
from functools import cache
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from quarterdeck import configs

from ...scenarios import check_number, load, several
from . import record as r
from . import squares as q
from .bounds import FASTEST, LONGEST, MOST_ROUNDS, MOST_SQUARES

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
Mission = Literal["board", "run"]
Approach = Literal["abreast", "meeting", "crossing", "astern"]
Side = Literal["north", "south"]
Whole = Annotated[int, Field(strict=True, ge=0)]
Round = Annotated[int, Field(strict=True, ge=1, le=MOST_ROUNDS)]
Square = Annotated[int, Field(strict=True, ge=0, lt=MOST_SQUARES)]
Extent = Annotated[int, Field(strict=True, ge=20, le=MOST_SQUARES)]
Some = Field(min_length=1)

LEAST_APART = 5  # squares that the ships begin apart where the map leaves no more


class Strict(BaseModel):
    """A part of a scenario: no unknown field, nothing changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Rounds(Strict):
    """A span of rounds, both ends within it."""

    first: Round = 1
    last: Round = MOST_ROUNDS

    @model_validator(mode="after")
    def _in_order(self) -> "Rounds":
        if self.last < self.first:
            raise ValueError(f"last: {self.last} is before first: {self.first}")
        return self


class Ship(Strict):
    """One ship; a list of kinds, or `any`, unfolds into a battle for each.

    Attributes:
        crew: hands at work; by default all that she has room for.
        command: her captain's Command score, to which the ship's own is added.
        no_captain, few_hands: rounds in which nobody is in command, or too few hands work to pilot her.
        way: squares that she made in the turn before the battle; by default her speed.
        hull: Hull Integrity that is left; at 0 or less she is flooding.
        speed, turn_after: traits that replace the squares she sails in a turn, and those between two of her turns.
    """

    kind: Kind | Literal["any"] | Annotated[list[Kind], Some]
    crew: Annotated[Whole, Field(le=1000)] | None = None
    command: Annotated[int, Field(strict=True, ge=-10, le=40)] = 7
    no_captain: Rounds | None = None
    few_hands: Rounds | None = None
    way: Annotated[Whole, Field(le=FASTEST)] | None = None
    hull: Annotated[int, Field(strict=True, ge=-20)] | None = None
    speed: Annotated[Whole, Field(ge=1, le=FASTEST)] | None = None
    turn_after: Annotated[Whole, Field(ge=1, le=LONGEST)] | None = None


class Rock(Strict):
    """A rock: its north-western square, and how many squares it covers to the east and to the south."""

    at: tuple[Square, Square]
    size: tuple[Annotated[Square, Field(ge=1)], Annotated[Square, Field(ge=1)]] = (1, 1)


class Scenario(Strict):
    """A battle, or a set of battles of which each is as likely as the next.

    Attributes:
        missions: of the two seats; `any` unfolds into both ways.
        approach: where the ship that boards comes from, as the one that runs heads east for the far edge: `abreast` on
            the same course, `meeting` her, `crossing` ahead of her, or from `astern`.
        side: on which side of the runner she lies.
        apart: clear squares between the ships, or as many as the map leaves.
        lead: squares that the boarder's bow is ahead of the runner's; abreast only.
        hold: ends of ships' turns in a row that they must lie together.
        quick_play: turns after 3 squares, of a big ship 7, whatever her length.
    """

    ships: list[Ship] = Field(min_length=2, max_length=2)
    missions: tuple[Mission, Mission] | Literal["any"] = ("board", "run")
    approach: Approach | Annotated[list[Approach], Some] = "abreast"
    side: Side | Annotated[list[Side], Some] = "north"
    apart: Annotated[Whole, Field(ge=1, le=80)] = 25
    lead: int | Annotated[list[int], Some] = 0
    map: tuple[Extent, Extent] = (80, 40)
    rounds: Round = 40
    hold: Annotated[int, Field(strict=True, ge=1, le=100)] = 1
    rocks: Annotated[list[Rock], Field(max_length=r.ROCKS)] = []
    quick_play: Annotated[bool, Field(strict=True)] = False

    @model_validator(mode="after")
    def _missions_fit(self) -> "Scenario":
        if self.missions != "any" and self.missions[0] == self.missions[1]:
            raise ValueError(f"missions: both are {self.missions[0]!r}; choose [board, run], [run, board] or any")
        return self


@cache
def ship_data() -> dict[str, Any]:
    """The table of `configs/bearings/ships.yaml`: the ships as they sail."""
    return configs.read_yaml(configs.FOLDER / "bearings" / "ships.yaml")["ships"]


def battles(scenario: Any) -> np.ndarray:
    """Every battle of a scenario as a record that waits to be begun, shape (n,).

    Pairings that the map is too small for are left out. BE-ORDER-4

    Raises:
        BadInput: the scenario is wrong, unfolds into too many battles, or the map is too small for all of them.
    """
    checked, source = load(Scenario, "bearings_tactical/scenarios", scenario)
    missions = [("board", "run"), ("run", "board")] if checked.missions == "any" else [checked.missions]
    choices = itertools.product(
        _kinds(checked.ships[0]),
        _kinds(checked.ships[1]),
        missions,
        dict.fromkeys(_lanes(checked)),
        dict.fromkeys(several(checked.side)),
    )
    found = [_battle(checked, source, *choice) for choice in choices]
    states = [state for state in found if state is not None]
    check_number(len(states), source)
    if not states:
        width, height = checked.map
        raise configs.BadInput(
            f"{source}: map: {width} by {height} squares are too few for these ships, their approach and the rocks"
        )
    return np.concatenate(states)


def _kinds(ship: Ship) -> list[str]:
    return list(r.KINDS) if ship.kind == "any" else several(ship.kind)


def _lanes(scenario: Scenario) -> list[tuple[str, int]]:
    """Each approach with its lead, which only ships abreast have."""
    lanes = itertools.product(several(scenario.approach), several(scenario.lead))
    return [(approach, lead if approach == "abreast" else 0) for approach, lead in lanes]


def _battle(
    scenario: Scenario, source: str, first: str, second: str, missions: Any, lane: tuple[str, int], side: str
) -> np.ndarray | None:
    """One battle, or none where the map is too small for it."""
    state = np.zeros(1, r.STATE)
    state["width"], state["height"] = scenario.map
    state["rounds"], state["hold"] = scenario.rounds, scenario.hold
    ships = state[0]["ship"]
    for seat, kind in enumerate((first, second)):
        fill_ship(ships[seat], scenario.ships[seat], kind, scenario.quick_play, f"{source}: ships.{seat}")
        ships[seat]["mission"] = r.MISSIONS.index(missions[seat])
    runner = missions.index("run")
    state["first"] = _moves_first(ships, runner)
    _fill_rocks(state[0], scenario, source)
    approach, lead = lane
    placed = _PLACES[approach](ships[runner], ships[1 - runner], scenario, lead)
    if placed is None or not _fits(state[0], placed, runner, side):
        return None
    return state


def fill_ship(ship: Any, spec: Ship, kind: str, quick_play: bool, where: str) -> None:
    """Write a ship of this kind into an empty record.

    BE-ORDER-3, BE-SQUARE-1, BE-HANDS-3, BE-HANDS-5, BE-HELM-1, BE-HELM-7, BE-FLOOD-6, BE-QUICK-1, BE-QUICK-3

    Raises:
        BadInput: there is more of something than she has.
    """
    data = ship_data()[kind]
    length = data["length"]["squares"]
    ship["kind"] = r.KINDS.index(kind)
    ship["length"], ship["beam"] = length, data["beam"]
    ship["speed"] = data["speed"] if spec.speed is None else spec.speed
    half = max(1, length // 2)
    quick = 7 if data["size"] >= 3 else 3
    ship["turn_after"] = spec.turn_after or (quick if quick_play else half)
    ship["command"] = spec.command + data["command"]
    ship["pilot_crew"], ship["full_crew"] = data["pilot_crew"], data["full_crew"]
    ship["crew"] = data["full_crew"]
    ship["way"] = ship["speed"]
    ship["hull_max"] = ship["hull"] = data["hull_integrity"]
    ship["freeboard"] = data["size"] + 1
    ship["wake"] = -1
    for name, left, most in (
        ("crew", spec.crew, ship["full_crew"]),
        ("way", spec.way, ship["speed"]),
        ("hull", spec.hull, ship["hull_max"]),
    ):
        if left is not None and left > most:
            raise configs.BadInput(f"{where}.{name}: {left} is over the {most} of this {kind}")
        if left is not None:
            ship[name] = left
    for name in ("no_captain", "few_hands"):
        rounds = getattr(spec, name)
        if rounds is not None:
            ship[name] = rounds.first, rounds.last


def _moves_first(ships: Any, runner: int) -> int:
    """The seat of the lower Command; of two alike the one that runs. BE-ORDER-2"""
    one, other = int(ships[runner]["command"]), int(ships[1 - runner]["command"])
    return runner if one <= other else 1 - runner


def _fill_rocks(state: Any, scenario: Scenario, source: str) -> None:
    """The rocks, which must lie on the map. BE-SQUARE-7"""
    width, height = scenario.map
    state["rocks"] = len(scenario.rocks)
    for number, rock in enumerate(scenario.rocks):
        (x, y), (wide, high) = rock.at, rock.size
        if x + wide > width or y + high > height:
            raise configs.BadInput(
                f"{source}: rocks.{number}: reaches to column {x + wide - 1}, row {y + high - 1}; "
                f"the map ends at column {width - 1}, row {height - 1}"
            )
        state["rock"][number] = x, y, x + wide - 1, y + high - 1


# --- where the ships begin ------------------------------------------------------------------------------------

# each gives the north-western squares of runner and boarder with the boarder in the north, or None where the map is too
# small; the headings are in the records
Placed = tuple[tuple[int, int], tuple[int, int]] | None


def _abreast(runner: Any, boarder: Any, scenario: Scenario, lead: int) -> Placed:
    """On the same course, side by side, both clear of the edges by the same squares."""
    width, height = scenario.map
    runner["heading"] = boarder["heading"] = r.EAST
    free = height - int(runner["beam"]) - int(boarder["beam"])
    apart = min(scenario.apart, free)
    if apart < LEAST_APART:
        return None
    top = (free - apart) // 2
    bow = max(int(runner["length"]), int(boarder["length"]) - lead)
    x = min(bow + lead, width) - int(boarder["length"])
    return (bow - int(runner["length"]), top + int(boarder["beam"]) + apart), (x, top)


def _meeting(runner: Any, boarder: Any, scenario: Scenario, lead: int) -> Placed:
    """On opposite courses, a quarter of the map's height apart in their lanes."""
    width, height = scenario.map
    runner["heading"], boarder["heading"] = r.EAST, r.WEST
    apart = min(scenario.apart, width - int(runner["length"]) - int(boarder["length"]))
    if apart < LEAST_APART:
        return None
    rows = height * 5 // 8 - int(runner["beam"]) // 2, height * 3 // 8 - int(boarder["beam"]) // 2
    return (0, rows[0]), (int(runner["length"]) + apart, rows[1])


def _crossing(runner: Any, boarder: Any, scenario: Scenario, lead: int) -> Placed:
    """Ahead of the runner, heading across her course from the edge."""
    width, height = scenario.map
    runner["heading"], boarder["heading"] = r.EAST, r.SOUTH
    apart = min(scenario.apart, width - int(runner["length"]) - int(boarder["beam"]))
    if apart < LEAST_APART:
        return None
    return (0, height * 5 // 8 - int(runner["beam"]) // 2), (int(runner["length"]) + apart, 0)


def _astern(runner: Any, boarder: Any, scenario: Scenario, lead: int) -> Placed:
    """In the runner's wake, in the middle of the map."""
    width, height = scenario.map
    runner["heading"] = boarder["heading"] = r.EAST
    apart = min(scenario.apart, width - 1 - int(runner["length"]) - int(boarder["length"]))
    if apart < LEAST_APART:
        return None
    rows = [(height - int(ship["beam"])) // 2 for ship in (runner, boarder)]
    return (int(boarder["length"]) + apart, rows[0]), (0, rows[1])


_PLACES = {"abreast": _abreast, "meeting": _meeting, "crossing": _crossing, "astern": _astern}
_MIRRORED = {r.NORTH: r.SOUTH, r.SOUTH: r.NORTH, r.EAST: r.EAST, r.WEST: r.WEST}


def _fits(state: Any, placed: Any, runner: int, side: str) -> bool:
    """Put the ships there, with the boarder to that side; whether they lie on the map, apart, and on no rock."""
    for seat, (x, y) in ((runner, placed[0]), (1 - runner, placed[1])):
        ship = state["ship"][seat]
        if side == "south":
            high = int(ship["beam"] if int(ship["heading"]) & 1 else ship["length"])
            y = int(state["height"]) - high - y
            ship["heading"] = _MIRRORED[int(ship["heading"])]
        if not (0 <= x < 120 and 0 <= y < 120):
            return False
        ship["x"], ship["y"] = x, y
    places = [q.place(ship) for ship in state["ship"]]
    lands = [tuple(int(end) for end in rock) for rock in state["rock"][: state["rocks"]]]
    on_map = all(place[2] < state["width"] and place[3] < state["height"] for place in places)
    return on_map and q.clear(*places) > 0 and all(q.clear(place, rock) >= 0 for place in places for rock in lands)
