"""A ship as a scenario has her, checked, and how she is fitted out from it: guns, powder, crew and captain."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from quarterdeck import configs

from ..scenarios import several
from . import boarding, port, shipyard
from . import record as r
from .shipyard import Flag, Flaws, Modifications, Ratings, Strict, Whole, ship_data

Hull = Literal["corsair", "small_warship", "merchantman", "large_warship", "galleon"]
Fit = Literal["heavy", "light"]
CrewKind = Literal["merchant", "naval", "privateer", "avalon", "pirate", "vesten"]
Knack = Annotated[int, Field(strict=True, ge=0, le=5)]
Some = Field(min_length=1)

MOST_HEROES = 6


class Guns(Strict):
    """Guns of each battery."""

    port: Whole
    starboard: Whole
    chasers: Whole
    stern: Whole


class Gunners(Strict):
    """The Gunnery of the gunner in charge of each battery."""

    port: Knack = 1
    starboard: Knack = 1
    chasers: Knack = 1
    stern: Knack = 1

    @model_validator(mode="before")
    @classmethod
    def _one_for_all(cls, given: Any) -> Any:
        return dict.fromkeys(r.BATTERIES, given) if isinstance(given, int) else given


class CaptainKnacks(Strict):
    """What the captain is good at. HS-MANEUVER-4"""

    wits: Annotated[int, Field(strict=True, ge=1, le=5)] = 2
    tactics: Knack = 1
    strategy: Knack = 1
    over_the_side: bool = False


class Heroes(Strict):
    """Player characters, or villains, who come on top of the crew; a number alone says how many.

    They count in no squad and are never among the killed. HS-BOARD-25, HS-HERO-1, HS-HERO-2
    """

    number: Annotated[Whole, Field(le=MOST_HEROES)] = 1
    panache: Annotated[int, Field(strict=True, ge=1, le=5)] = 2
    fencing: Knack = 2

    @model_validator(mode="before")
    @classmethod
    def _so_many(cls, given: Any) -> Any:
        return {"number": given} if isinstance(given, int) else given


class Crew(Strict):
    """Who is aboard; a list of kinds says that all of them fit, as Avalon pirates. HS-CREW-4, HS-CREW-6"""

    kind: CrewKind | Annotated[list[CrewKind], Some] | None = None
    hands: Whole | None = None
    officers: Annotated[Whole, Field(le=30)] = 0
    marines: Annotated[Whole, Field(le=250)] = 0


class Ship(Strict):
    """One ship; a list of hulls or fits, or `any` hull, unfolds into a battle for each."""

    hull: Hull | Literal["any"] | Annotated[list[Hull], Some]
    fit: Fit | Annotated[list[Fit], Some] = "heavy"
    guns: Guns | None = None
    pont_guns: Whole | None = None
    powder: float | None = Field(default=None, strict=True, ge=0, le=33)
    boats: Whole = 0
    crew: Crew = Crew()
    gunnery: Gunners = Gunners()
    captain: CaptainKnacks = CaptainKnacks()
    heroes: Heroes = Heroes(number=0)
    frigate: Flag = False
    modifications: Modifications = Modifications()
    flaws: Flaws = Flaws()
    hull_points: Annotated[Whole, Field(ge=1)] | None = None
    rigging_points: Whole | None = None
    months_since_careening: Annotated[Whole, Field(le=60)] = 0

    @model_validator(mode="after")
    def _goes_together(self) -> "Ship":
        wrong = shipyard.opposites(self.modifications, self.flaws)
        if wrong:
            raise ValueError(wrong)
        return self


def fill_ship(ship: Any, spec: Ship, hull: str, fit: str, where: str) -> None:
    """Write a ship of this hull and fit into an empty record.

    HS-HULL-1, HS-HULL-2, HS-HULL-3, HS-HULL-4, HS-HULL-5, HS-HULL-6, HS-HULL-7, HS-MOD-9, HS-FLAW-13

    Raises:
        BadInput: something aboard is more than the hull holds.
    """
    if spec.frigate and hull != "small_warship":
        raise configs.BadInput(f"{where}.frigate: a {hull} is none; only a 'small_warship' may be")
    data = ship_data()["hulls"][hull]
    ratings = shipyard.built(hull, spec.modifications, spec.flaws)
    ship["kind"] = r.HULLS.index(hull)
    for points, left in (("hull", spec.hull_points), ("rigging", spec.rigging_points)):
        most = getattr(ratings, points)
        if left is not None and left > most:
            raise configs.BadInput(f"{where}.{points}_points: {left} is over the {most} of this {hull}")
        ship[f"{points}_max"] = most
        ship[points] = most if left is None else left
    overdue = port.months_overdue(spec.months_since_careening, spec.flaws.old)
    ship["speed"] = port.fouled_speed(ratings.speed, overdue)
    ship["handling"] = ratings.handling
    ship["size"] = ratings.size
    _arm(ship, spec, data, hull, fit, where)
    _load(ship, spec, ratings, hull, where)
    _man(ship, spec, data, ratings, hull, where)
    ship["oars"] = spec.modifications.oars
    ship["shallow"] = shipyard.shallow(hull, spec.frigate, spec.modifications)
    ship["disgruntled"] = spec.flaws.disgruntled_crew
    ship["concealed"] = spec.modifications.concealed_gunports
    ship["warped"] = spec.flaws.warped_rudder
    ship["known"], ship["shown"] = 1, not ship["concealed"]
    ship["squads"] = -1


def _arm(ship: Any, spec: Ship, data: dict[str, Any], hull: str, fit: str, where: str) -> None:
    """Guns, pont guns and gunners. HS-SHIP-1, HS-SHIP-2, HS-SHIP-3, HS-CREW-7"""
    for battery, (name, guns) in enumerate(guns_mounted(spec, hull, fit).items()):
        most = data["guns"][name]
        if guns > most:
            raise configs.BadInput(f"{where}.guns.{name}: {guns} is over the {most} that a {hull} holds")
        ship["guns"][battery] = guns
        ship["loaded"][battery] = 1
        ship["gunnery"][battery] = getattr(spec.gunnery, name)
    most = data["size"]
    pont = spec.pont_guns if spec.pont_guns is not None else most if fit == "heavy" else most // 2
    if pont > most:
        raise configs.BadInput(f"{where}.pont_guns: {pont} is over the {most} a side that a {hull} holds")
    ship["pont_guns"] = pont


def guns_mounted(spec: Ship, hull: str, fit: str) -> dict[str, int]:
    """Guns of each battery, whether there are hands for them or not. HS-SHIP-1, HS-SHIP-2"""
    if spec.guns:
        return {name: getattr(spec.guns, name) for name in r.BATTERIES}
    full = ship_data()["hulls"][hull]["guns"]
    return {name: full[name] if fit == "heavy" else full[name] // 2 for name in r.BATTERIES}


def _load(ship: Any, spec: Ship, ratings: Ratings, hull: str, where: str) -> None:
    """Powder, beside food for the voyage and the boats.

    HS-HULL-8, HS-SHIP-13, HS-SHIP-21, HS-SHIP-24, HS-FIRE-24, HS-FIRE-26
    """
    yard = shipyard.yard_data()
    room = ratings.cargo - yard["food"]["tons"]
    boats = spec.boats * yard["boat"]["tons"]
    if boats > room:
        raise configs.BadInput(f"{where}.boats: {spec.boats} is over the {room} for which this {hull} has room")
    usual = min(ship_data()["powder"].get(hull, (ratings.cargo - 3) / 2), room - boats)
    tons = usual if spec.powder is None else spec.powder
    if tons > room - boats:
        raise configs.BadInput(
            f"{where}.powder: {tons:g} is over the {room - boats} tons that food and boats leave of the "
            f"{ratings.cargo} of this {hull}"
        )
    ship["powder"] = round(tons * 120)


def _man(ship: Any, spec: Ship, data: dict[str, Any], ratings: Ratings, hull: str, where: str) -> None:
    """Crew, fighters, and the captain's knacks. HS-CREW-2, HS-CREW-3, HS-CREW-4, HS-CREW-5, HS-CREW-6, HS-MOD-17"""
    kinds = crew_kinds(spec, hull)
    guns = int(ship["guns"].sum())
    others = guns // 2 + data["gunners"]
    usual = 3 * guns + others + 2 * data["sail_minimum"]
    full = "pirate" in kinds or "privateer" in kinds
    most = ratings.crew_maximum
    hands = spec.crew.hands
    besides = spec.crew.officers + spec.crew.marines
    if hands is None:
        hands = most if full else min(usual + besides, most)
    if hands > most:
        raise configs.BadInput(f"{where}.crew.hands: {hands} is over the {most} that this {hull} holds")
    if besides > hands:
        raise configs.BadInput(f"{where}.crew: {besides} officers and marines are over the {hands} hands aboard")
    _set_watches(ship, hands, data["sail_minimum"], others + besides)
    ship["by_shares"] = "pirate" in kinds or "privateer" in kinds
    shares = ship_data()["fighter_share"]
    ship["fighter_share"] = max(shares[kind]["twelfths"] for kind in kinds)
    ship["fighters_besides"] = besides
    _drill(ship, spec, where)
    for knack in ("wits", "tactics", "strategy", "over_the_side"):
        ship[knack] = getattr(spec.captain, knack)
    ship["heroes"], ship["panache"], ship["fencing"] = spec.heroes.number, spec.heroes.panache, spec.heroes.fencing


def crew_kinds(spec: Ship, hull: str) -> list[str]:
    """What kinds of crew she has, by the scenario or by her hull. HS-CREW-4"""
    return several(spec.crew.kind or ship_data()["hulls"][hull]["usual_crew"]["kind"])


def _drill(ship: Any, spec: Ship, where: str) -> None:
    """How well her hands shoot and board. A small boarding party does not carry the rest.

    HS-CREW-8, HS-FIRE-7, HS-MOD-13, HS-MOD-18, HS-FLAW-6, HS-BOARD-11, HS-BOARD-12, HS-BOARD-13, HS-BOARD-14
    """
    well = spec.modifications.well_trained_crew
    ship["threat"] = 3 if well else 2
    better = well
    if spec.modifications.boarding_party:
        trained = int(boarding.fighters(ship))
        size = party_size(spec, trained)
        if size > trained:
            raise configs.BadInput(
                f"{where}.modifications.boarding_party: {size} is over the {trained} trained fighters aboard"
            )
        better |= 2 * size >= trained
    ship["boarding_threat"] = 3 if better else 1 if spec.flaws.poorly_trained_crew else 2


def party_size(spec: Ship, trained: int) -> int:
    """Hands in the boarding party: as many as its number says, or all her trained fighters. HS-MOD-18"""
    party = spec.modifications.boarding_party
    return trained if party is True else int(party)


def _set_watches(ship: Any, hands: int, sail_minimum: int, others: int) -> None:
    """Who serves the sails and who the guns. HS-CREW-2, HS-CREW-5, HS-CREW-9

    With too few hands the sails come first, up to their minimum, then the guns; a gun without its three hands
    is silent from the start, those of the largest battery first.
    """
    free = max(0, hands - sail_minimum)
    served = min(int(ship["guns"].sum()), free // 3)
    while ship["guns"].sum() > served:
        ship["guns"][ship["guns"].argmax()] -= 1
    ship["crew"] = hands
    ship["gun_crew"] = 3 * served
    ship["sail_crew"] = hands - 3 * served - min(others, free - 3 * served)
    ship["sail_minimum"] = sail_minimum
