"""A scenario: what is written in YAML, checked, and made into battles that wait to be begun."""

import itertools
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from quarterdeck import configs

from . import record as r

Hull = Literal["corsair", "small_warship", "merchantman", "large_warship", "galleon"]
Fit = Literal["heavy", "light"]
CrewKind = Literal["merchant", "naval", "privateer", "avalon", "pirate", "vesten"]
Range = Literal["close", "short", "medium", "long", "far", "extreme"]
Weather = Literal["clear", "rough", "storm", "fog"]
Mission = Literal["duel", "hunt", "run"]
Knack = Annotated[int, Field(ge=0, le=5)]

SIGHT = {"clear": r.EXTREME, "rough": r.LONG, "storm": r.MEDIUM, "fog": r.MEDIUM}
MOST = 10_000  # battles that one scenario may unfold into


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Guns(_Strict):
    """Guns of each battery."""

    port: int = Field(ge=0)
    starboard: int = Field(ge=0)
    chasers: int = Field(ge=0)
    stern: int = Field(ge=0)


class Gunners(_Strict):
    """The Gunnery of the gunner in charge of each battery."""

    port: Knack = 1
    starboard: Knack = 1
    chasers: Knack = 1
    stern: Knack = 1


class CaptainKnacks(_Strict):
    """What the captain is good at. HS-MANEUVER-4"""

    wits: int = Field(default=2, ge=1, le=5)
    tactics: Knack = 1
    strategy: Knack = 1
    over_the_side: bool = False


class Crew(_Strict):
    """Who is aboard. HS-CREW-4, HS-CREW-6"""

    kind: CrewKind | None = None
    hands: int | None = Field(default=None, ge=0)
    officers: int = Field(default=0, ge=0, le=30)
    marines: int = Field(default=0, ge=0, le=250)


class Ship(_Strict):
    """One ship; a list of hulls or fits, or `any` hull, unfolds into a battle for each."""

    hull: Hull | Literal["any"] | list[Hull]
    fit: Fit | list[Fit] = "heavy"
    guns: Guns | None = None
    pont_guns: int | None = Field(default=None, ge=0)
    powder: float | None = Field(default=None, ge=0, le=32)
    crew: Crew = Crew()
    gunnery: Knack | Gunners = 1
    captain: CaptainKnacks = CaptainKnacks()
    modifications: list[Literal["well_trained_crew", "boarding_party", "oars"]] = []
    flaws: list[Literal["poorly_trained_crew"]] = []
    hull_points: int | None = Field(default=None, ge=1)
    rigging_points: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _crew_is_one_thing(self) -> "Ship":
        if "well_trained_crew" in self.modifications and "poorly_trained_crew" in self.flaws:
            raise ValueError("flaws: poorly_trained_crew does not go with well_trained_crew; keep one of them")
        return self


class HouseRules(_Strict):
    """Rules played otherwise than written."""

    size_step_reversed: bool = False


class Scenario(_Strict):
    """A battle, or a set of battles of which each is as likely as the next."""

    ships: list[Ship] = Field(min_length=2, max_length=2)
    missions: tuple[Mission, Mission] = ("duel", "duel")
    range: Range | list[Range] = "long"
    weather: Weather | list[Weather] = "clear"
    nightfall: int = Field(default=60, ge=1, le=500)
    house_rules: HouseRules = HouseRules()

    @model_validator(mode="after")
    def _missions_fit(self) -> "Scenario":
        if self.missions not in (("duel", "duel"), ("hunt", "run"), ("run", "hunt")):
            raise ValueError(
                f"missions: {list(self.missions)} do not fit each other; choose [duel, duel], [hunt, run] or [run, hunt]"
            )
        return self


@cache
def ship_data() -> dict[str, Any]:
    """The tables of `configs/high_seas/ships.yaml`."""
    return configs.read_yaml(configs.FOLDER / "high_seas" / "ships.yaml")


def load(scenario: Any) -> tuple[Scenario, str]:
    """A scenario by name, by file, as a mapping, or as it is; and what to call it in an error line.

    Raises:
        BadInput: there is none, or something in it is wrong.
    """
    if isinstance(scenario, Scenario):
        return scenario, "scenario"
    if isinstance(scenario, dict):
        return configs.check(Scenario, scenario, "scenario"), "scenario"
    if not isinstance(scenario, str | Path):
        raise configs.BadInput(f"scenario: {scenario!r} is neither a name, a file nor a mapping")
    path = configs.find("high_seas/scenarios", str(scenario))
    return configs.check(Scenario, configs.read_yaml(path), str(path)), str(path)


def battles(scenario: Any) -> np.ndarray:
    """Every battle of a scenario as a record that waits to be begun, shape (n,). HS-TURN-5, HS-TURN-12

    Raises:
        BadInput: the scenario is wrong, or unfolds into too many battles.
    """
    checked, source = load(scenario)
    choices = list(
        itertools.product(
            *(itertools.product(_hulls(ship), _several(ship.fit)) for ship in checked.ships),
            _several(checked.range),
            _several(checked.weather),
        )
    )
    if len(choices) > MOST:
        raise configs.BadInput(f"{source}: unfolds into {len(choices)} battles, more than {MOST}")
    states = np.zeros(len(choices), r.STATE)
    for state, (first, second, range_, weather) in zip(states, choices, strict=True):
        state["range"] = ("close", "short", "medium", "long", "far", "extreme").index(range_)
        state["sight"] = SIGHT[weather]
        if state["range"] > state["sight"]:
            raise configs.BadInput(f"{source}: range: {range_!r} is out of sight in {weather!r} weather")
        state["nightfall"] = checked.nightfall
        state["size_reversed"] = checked.house_rules.size_step_reversed
        for seat, (hull, fit) in enumerate((first, second)):
            where = f"{source}: ships.{seat}"
            fill_ship(state["ship"][seat], checked.ships[seat], hull, fit, where)
            state["ship"][seat]["mission"] = r.MISSIONS.index(checked.missions[seat])
    return states


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _hulls(ship: Ship) -> list[str]:
    return list(r.HULLS) if ship.hull == "any" else _several(ship.hull)


def fill_ship(ship: Any, spec: Ship, hull: str, fit: str, where: str) -> None:
    """Write a ship of this hull and fit into an empty record.

    HS-HULL-1, HS-HULL-2, HS-HULL-3, HS-HULL-4, HS-HULL-5, HS-HULL-6, HS-HULL-7

    Raises:
        BadInput: something aboard is more than the hull holds.
    """
    data = ship_data()["hulls"][hull]
    ship["kind"] = r.HULLS.index(hull)
    for points, most in (("hull", spec.hull_points), ("rigging", spec.rigging_points)):
        ship[f"{points}_max"] = data[points]
        ship[points] = data[points] if most is None else most
        if ship[points] > data[points]:
            raise configs.BadInput(f"{where}.{points}_points: {most} is over the {data[points]} of a {hull}")
    for field in ("speed", "handling", "size"):
        ship[field] = data[field]
    _arm(ship, spec, data, hull, fit, where)
    _man(ship, spec, data, hull, where)
    ship["oars"] = "oars" in spec.modifications
    ship["squads"] = -1


def _arm(ship: Any, spec: Ship, data: dict[str, Any], hull: str, fit: str, where: str) -> None:
    """Guns, pont guns, gunners and powder.

    HS-SHIP-1, HS-SHIP-2, HS-SHIP-3, HS-HULL-8, HS-CREW-7, HS-FIRE-24, HS-FIRE-26
    """
    for battery, name in enumerate(r.BATTERIES):
        most = data["guns"][name]
        guns = getattr(spec.guns, name) if spec.guns else most if fit == "heavy" else most // 2
        if guns > most:
            raise configs.BadInput(f"{where}.guns.{name}: {guns} is over the {most} that a {hull} holds")
        ship["guns"][battery] = guns
        ship["loaded"][battery] = 1
        ship["gunnery"][battery] = (
            spec.gunnery if isinstance(spec.gunnery, int) else getattr(spec.gunnery, name)
        )
    most = data["size"]
    pont = spec.pont_guns if spec.pont_guns is not None else most if fit == "heavy" else most // 2
    if pont > most:
        raise configs.BadInput(f"{where}.pont_guns: {pont} is over the {most} a side that a {hull} holds")
    ship["pont_guns"] = pont
    tons = spec.powder if spec.powder is not None else ship_data()["powder"].get(hull, (data["cargo"] - 3) / 2)
    if tons > data["cargo"]:
        raise configs.BadInput(f"{where}.powder: {tons} tons are over the {data['cargo']} that a {hull} holds")
    ship["powder"] = int(tons * 120)


def _man(ship: Any, spec: Ship, data: dict[str, Any], hull: str, where: str) -> None:
    """Crew, fighters, and the captain's knacks.

    Hands: HS-CREW-2, HS-CREW-3, HS-CREW-4, HS-CREW-5, HS-CREW-6. Quality: HS-CREW-8, HS-FIRE-7, HS-MOD-13,
    HS-FLAW-6, HS-BOARD-11, HS-BOARD-12, HS-BOARD-13, HS-BOARD-14.
    """
    kind = spec.crew.kind or data["usual_crew"]["kind"]
    guns = int(ship["guns"].sum())
    others = guns // 2 + data["gunners"]
    usual = 3 * guns + others + 2 * data["sail_minimum"]
    full = kind in ("pirate", "privateer", "vesten")
    most = data["crew_maximum"]
    hands = spec.crew.hands
    if hands is None:
        hands = most if full else min(usual, most)
    if hands > most:
        raise configs.BadInput(f"{where}.crew.hands: {hands} is over the {most} that a {hull} holds")
    ship["crew"] = hands
    # too few hands: the guns are served first, the sails get what is left
    ship["gun_crew"] = min(3 * guns, hands)
    ship["sail_crew"] = max(0, hands - 3 * guns - others)
    ship["sail_minimum"] = data["sail_minimum"]
    well = "well_trained_crew" in spec.modifications
    ship["threat"] = 3 if well else 2
    better = well or "boarding_party" in spec.modifications
    ship["boarding_threat"] = 3 if better else 1 if "poorly_trained_crew" in spec.flaws else 2
    ship["fighter_share"] = ship_data()["fighter_share"][kind]["twelfths"]
    ship["fighters_besides"] = spec.crew.officers + spec.crew.marines
    for knack in ("wits", "tactics", "strategy", "over_the_side"):
        ship[knack] = getattr(spec.captain, knack)
