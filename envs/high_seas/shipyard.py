"""The shipyard: what may be built into a hull, what spoils one, and what ship comes of it."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from quarterdeck import configs

Whole = Annotated[int, Field(strict=True, ge=0)]
Flag = Annotated[bool, Field(strict=True)]


@cache
def ship_data() -> dict[str, Any]:
    """The tables of `configs/high_seas/ships.yaml`: the hulls as they sail."""
    return configs.read_yaml(configs.FOLDER / "high_seas" / "ships.yaml")


@cache
def yard_data() -> dict[str, Any]:
    """The tables of `configs/high_seas/shipyard.yaml`: prices, modifications and flaws."""
    return configs.read_yaml(configs.FOLDER / "high_seas" / "shipyard.yaml")


class Strict(BaseModel):
    """A part of a scenario: no unknown field, nothing changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Chosen(Strict):
    """Modifications or flaws, written as a list (`[oars, reinforced_hull: 3]`) or as a mapping."""

    @model_validator(mode="before")
    @classmethod
    def _as_mapping(cls, given: Any) -> Any:
        made = cls._from_list(given) if isinstance(given, list) else given
        if isinstance(made, dict):
            for name, value in made.items():
                cls._within_limits(name, value)
        return made

    @classmethod
    def _from_list(cls, given: list[Any]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for item in given:
            if not isinstance(item, str | dict):
                raise ValueError(f"{configs.show(item)} is not known; {configs.nearest(item, cls.model_fields)}")
            for name, value in ({item: True} if isinstance(item, str) else item).items():
                if name not in cls.model_fields:
                    raise ValueError(f"{configs.show(name)} is not known; {configs.nearest(name, cls.model_fields)}")
                if name in made:
                    raise ValueError(f"{name} stands there twice; keep one")
                made[name] = value
        return made

    @classmethod
    def _within_limits(cls, name: Any, value: Any) -> None:
        """Some come in points, so that the bare name does not say enough. HS-MOD-2, HS-MOD-3, HS-FLAW-7"""
        most = entry(name).get("most") if name in cls.model_fields else None
        if most and value is True:
            raise ValueError(f"{name}: how many points, 1 to {most}? Write {name}: {most}")
        if most and isinstance(value, int) and value > most:
            raise ValueError(f"{name}: {configs.show(value)} is over the {most} points that there may be")

    def aboard(self) -> dict[str, int]:
        """What she has by name, each with its number: of points, of hands, or 1."""
        return {name: int(value) for name, value in self if value}


class Modifications(_Chosen):
    """What was built into her, or trained. A `boarding_party` without a number is all her trained fighters."""

    reinforced_hull: Whole = 0
    reinforced_rigging: Whole = 0
    streamlined: Flag = False
    superior_rudder: Flag = False
    hidden_towline: Flag = False
    oars: Flag = False
    concealed_gunports: Flag = False
    well_trained_crew: Flag = False
    smuggling_compartments: Flag = False
    extra_cargo_space: Flag = False
    extra_crew_quarters: Flag = False
    boarding_party: Flag | Whole = False
    retractable_keel: Flag = False


class Flaws(_Chosen):
    """What is wrong with her."""

    old: Flag = False
    sluggish: Flag = False
    small_rudder: Flag = False
    poorly_trained_crew: Flag = False
    tattered_sails: Whole = 0
    vermin: Flag = False
    awkward_cargo_space: Flag = False
    cramped: Flag = False
    disgruntled_crew: Flag = False
    warped_rudder: Flag = False


def entry(name: str) -> dict[str, Any]:
    """What the tables say of a modification or a flaw."""
    tables = yard_data()
    found: dict[str, Any] = tables["modifications"].get(name) or tables["flaws"][name]
    return found


def opposites(modifications: Modifications, flaws: Flaws) -> str | None:
    """A flaw beside what would undo it, as the end of an error line; `None` if there is none.

    HS-FLAW-3, HS-FLAW-5, HS-FLAW-6
    """
    aboard = modifications.aboard() | flaws.aboard()
    for flaw, modification in (rule["pair"] for rule in yard_data()["opposites"]):
        if flaw in aboard and modification in aboard:
            return f"flaws: {flaw} does not go with {modification}; keep one"
    return None


@dataclass(frozen=True)
class Ratings:
    """A ship in numbers, without her guns, hands and damage.

    Attributes:
        hull, rigging: Hull Points and Rigging Points when nothing is damaged.
        speed, handling, size: as they count in battle.
        cargo: the hold in tons.
        crew_maximum: the most hands she carries, player characters not counted.
        miles_a_day: nautical miles in moderate winds.
    """

    hull: int
    rigging: int
    speed: int
    handling: int
    size: int
    cargo: int
    crew_maximum: int
    miles_a_day: int


def bare(hull: str) -> Ratings:
    """The hull as the yard builds it without anything added. HS-HULL-1 to HS-HULL-5, HS-TRAVEL-1"""
    data = ship_data()["hulls"][hull]
    names = ("hull", "rigging", "speed", "handling", "size", "cargo", "crew_maximum")
    return Ratings(**{name: data[name] for name in names}, miles_a_day=yard_data()["miles_a_day"][hull])


def changed(ratings: Ratings, hull: str, name: str, number: int) -> Ratings:
    """The ratings with one modification or flaw more; Speed and Handling never fall under 1 by it.

    Hull (HS-MOD-2), Rigging (HS-MOD-3, HS-FLAW-7), Speed (HS-MOD-4, HS-FLAW-3), Handling (HS-MOD-5, HS-FLAW-5), Cargo
    (HS-MOD-16, HS-FLAW-9), hands (HS-MOD-17, HS-FLAW-10), miles a day (HS-MOD-12, HS-FLAW-4, HS-TRAVEL-3).
    """
    option, normal = entry(name), bare(hull)
    more = {what: number * points for what, points in option.get("adds", {}).items()}
    for what, percent in option.get("adds_percent", {}).items():
        more[what] = getattr(normal, what) * percent // 100
    return replace(ratings, **{what: max(1, getattr(ratings, what) + points) for what, points in more.items()})


def built(hull: str, modifications: Modifications, flaws: Flaws) -> Ratings:
    """The ship that comes of a hull with all that is built into her and all that is wrong with her."""
    ratings = bare(hull)
    for name, number in (modifications.aboard() | flaws.aboard()).items():
        ratings = changed(ratings, hull, name, number)
    return ratings


def shallow(hull: str, frigate: bool, modifications: Modifications) -> bool:
    """Whether she has a shallow draft, by her hull or by a keel that can be drawn in.

    HS-HULL-10, HS-HULL-11, HS-HULL-12, HS-MOD-19
    """
    by_hull = hull == "corsair" or (hull == "small_warship" and not frigate)
    return by_hull or modifications.retractable_keel
