"""A fight as it is written in YAML, checked, and made into battles that wait to be begun."""

import itertools
from functools import cache
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from quarterdeck import configs

from ..missions import check_missions
from ..scenarios import check_number, load, several
from . import record as r

Class = Literal["caravel", "trading_ship", "merchant_ship", "trell", "galleon"]
Fit = Literal["ballistae", "catapults", "ram"]
Strength = Literal["calm", "poor", "fair", "good", "excellent"]
Mission = Literal["duel", "hunt", "run"]
Skill = Literal["raw", "average", "veteran"]
Whole = Annotated[int, Field(strict=True, ge=0)]
Flag = Annotated[bool, Field(strict=True)]
Facing = Annotated[int, Field(strict=True, ge=0, le=5)]
Some = Field(min_length=1)

SKILLS = {"raw": -10, "average": 0, "veteran": 10}
LEAST_APART = 5  # hexes between two bows at the start: two galleons stern to stern take up four of them
LONG_AGO = -1000  # the quint in which a ship last turned, before the fight


class Strict(BaseModel):
    """A part of a scenario: no unknown field, nothing changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Weapons(Strict):
    """How many weapons of each kind stand in an arc. HW-SHIP-4"""

    light_ballista: Whole = 0
    heavy_ballista: Whole = 0
    light_catapult: Whole = 0
    heavy_catapult: Whole = 0


class Armament(Strict):
    """The weapons of a ship by arc. HW-ARC-5"""

    fore: Weapons = Weapons()
    aft: Weapons = Weapons()
    port: Weapons = Weapons()
    starboard: Weapons = Weapons()


class Crew(Strict):
    """The hands, and what they know of war at sea. HW-HIT-2, HW-CREW-1"""

    skill: Skill = "average"
    hands: Annotated[Whole, Field(le=120)] | None = None


class Captain(Strict):
    """What the captain knows of war at sea, and the Reaction. HW-HIT-3, HW-TURN-2"""

    skill: Skill = "average"
    reaction: Annotated[Whole, Field(le=20)] = 5


class Ship(Strict):
    """One ship; a list, or `any`, unfolds into a battle for each. `fit: any` are all that the class can carry."""

    kind: Class | Literal["any"] | Annotated[list[Class], Some]
    fit: Fit | Literal["any"] | Annotated[list[Fit], Some] = "ballistae"
    reinforced: Flag | Annotated[list[Flag], Some] = False
    weapons: Armament | None = None
    ram: Flag | None = None
    shear_blades: Flag | None = None
    crew: Crew = Crew()
    captain: Captain = Captain()
    facing: Facing | Literal["rolled"] = "rolled"
    damage_points: Annotated[Whole, Field(ge=1)] | None = None


class Wind(Strict):
    """The wind of the whole fight. HW-WIND-1, HW-WIND-6"""

    strength: Strength | Literal["rolled"] | Annotated[list[Strength], Some] = "rolled"
    toward: Facing | Literal["rolled"] = "rolled"


class HouseRules(Strict):
    """What the rules leave to the table. HW-HIT-5, HW-HIT-6"""

    large_waves: Flag = False
    sizes_count: Flag = False


class Scenario(Strict):
    """A fight, or a set of fights of which each is as likely as the next."""

    ships: list[Ship] = Field(min_length=2, max_length=2)
    missions: tuple[Mission, Mission] = ("duel", "duel")
    wind: Wind = Wind()
    apart: Annotated[int, Field(strict=True, ge=LEAST_APART, le=36)] = 12
    bearing: Facing | Literal["rolled"] = "rolled"
    nightfall: Annotated[int, Field(strict=True, ge=1, le=500)] = 120
    house_rules: HouseRules = HouseRules()

    @model_validator(mode="after")
    def _missions_fit(self) -> "Scenario":
        check_missions(self.missions)
        return self


@cache
def ship_data() -> dict[str, Any]:
    """The tables of `configs/hex_wind/ships.yaml`."""
    return configs.read_yaml(configs.FOLDER / "hex_wind" / "ships.yaml")


def battles(scenario: Any) -> np.ndarray:
    """Every battle of a scenario as a record that waits to be begun, shape (n,).

    Raises:
        BadInput: the scenario is wrong, or unfolds into too many battles.
    """
    checked, source = load(Scenario, "hex_wind/scenarios", scenario)
    choices = [_choices(ship, f"{source}: ships.{seat}") for seat, ship in enumerate(checked.ships)]
    winds = several(checked.wind.strength)
    number = len(choices[0]) * len(choices[1]) * len(winds)
    check_number(number, source)
    states = np.zeros(number, r.STATE)
    picks: Any = itertools.product(*choices, winds)
    for state, (*ships, wind) in zip(states, picks, strict=True):
        state["wind"] = -1 if wind == "rolled" else r.WINDS.index(wind)
        state["toward"] = _or_rolled(checked.wind.toward)
        state["bearing"] = _or_rolled(checked.bearing)
        state["apart"], state["nightfall"] = checked.apart, checked.nightfall
        state["waves"], state["sizes"] = checked.house_rules.large_waves, checked.house_rules.sizes_count
        for seat, (kind, fit, strong) in enumerate(ships):
            fill_ship(state["ship"][seat], checked.ships[seat], kind, fit, strong, f"{source}: ships.{seat}")
            state["ship"][seat]["mission"] = r.MISSIONS.index(checked.missions[seat])
    return states


def _or_rolled(value: Any) -> int:
    return -1 if value == "rolled" else value


def _fits(kind: str) -> list[str]:
    return [name for name, fit in ship_data()["fits"].items() if kind in fit]


def _choices(ship: Ship, where: str) -> list[tuple[str, str, bool]]:
    """Class, fit and hull of every battle that this ship unfolds into.

    Raises:
        BadInput: a class cannot be fitted out so.
    """
    found: list[tuple[str, str, bool]] = []
    for kind in r.CLASSES if ship.kind == "any" else several(ship.kind):
        known = _fits(kind)
        fits = known if ship.fit == "any" else several(ship.fit)
        for fit in fits:
            if fit not in known:
                raise configs.BadInput(f"{where}.fit: a {kind} cannot carry {fit!r}; choose from {', '.join(known)}")
        found += itertools.product([kind], fits, several(ship.reinforced))
    return found


def fill_ship(ship: Any, spec: Ship, kind: str, fit: str, reinforced: bool, where: str) -> None:
    """Write a ship of this class and fit into an empty record.

    HW-SHIP-1, HW-SHIP-2, HW-SHIP-3, HW-SHIP-5, HW-SHIP-6, HW-SHIP-7, HW-RAM-7, HW-BLADES-4

    Raises:
        BadInput: something aboard is more than the class carries.
    """
    data, fitted = ship_data()["classes"][kind], ship_data()["fits"][fit]
    ship["kind"] = r.CLASSES.index(kind)
    for field in ("hexes", "length", "slow", "cut", "masts", "crew"):
        ship[field] = data[field]
    ship["masts_max"] = data["masts"]
    ship["oars"] = ship["oars_max"] = data["oars"]["a_side"]
    most = data["damage_points"] * 3 // 2 if reinforced else data["damage_points"]
    ship["rating"] = data["speed"] - reinforced
    ship["hull"] = ship["hull_max"] = most
    if spec.damage_points is not None:
        if spec.damage_points > most:
            raise configs.BadInput(f"{where}.damage_points: {spec.damage_points} is over the {most} of this {kind}")
        ship["hull"] = spec.damage_points
    if spec.crew.hands is not None:
        ship["crew"] = spec.crew.hands
    ship["crew_skill"], ship["captain_skill"] = SKILLS[spec.crew.skill], SKILLS[spec.captain.skill]
    ship["reaction"] = spec.captain.reaction
    ship["facing"] = _or_rolled(spec.facing)
    ship["last_turn"] = LONG_AGO
    for field, name, given in (("ram", "ram", spec.ram), ("blades", "shear_blades", spec.shear_blades)):
        ship[field] = fitted.get(name, False) if given is None else given
        if ship[field] and ship["kind"] < r.TRELL:
            raise configs.BadInput(f"{where}.{name}: a {kind} is too small for it; choose from trell, galleon")
    arms = Armament.model_validate(fitted[kind]) if spec.weapons is None else spec.weapons
    _mount(ship, arms, data["loadout"], f"{where}.weapons: the {kind}")


def _mount(ship: Any, arms: Armament, loadout: int, who: str) -> None:
    """Put the weapons on their mounts, arc by arc, as far as the loadout goes. HW-SHIP-4, HW-WEAPON-1"""
    points = place = 0
    for arc, arc_name in enumerate(r.ARCS):
        for weapon, name in enumerate(r.WEAPONS):
            number = getattr(getattr(arms, arc_name), name)
            points += number * r.LOADOUT[weapon]
            if points > loadout:
                raise configs.BadInput(f"{who} carries at most {loadout} points of weapons; {points} are too many")
            ship["mount"][place : place + number] = 1 + 4 * arc + weapon
            ship["power"][arc] += number * r.DAMAGE[weapon]
            if weapon >= r.LIGHT_CATAPULT:
                ship["lobbed"] += number * r.DAMAGE[weapon]
            place += number
