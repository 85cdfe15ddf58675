"""What a ship costs, and how long she is on the stocks."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from . import boarding
from . import record as r
from .outfit import Ship, crew_kinds, fill_ship, guns_mounted, party_size
from .shipyard import Modifications, entry, yard_data


def hull_cost(hull: str) -> int:
    """Guilders for the bare hull. HS-SHIP-8"""
    guilders: int = yard_data()["hull_cost"][hull]["guilders"]
    return guilders


def option_cost(hull: str, name: str, number: int = 1) -> int:
    """What a modification costs, or a flaw takes off; `number` is that of its points, ports or hands.

    HS-MOD-2, HS-MOD-3, HS-MOD-4, HS-MOD-5, HS-MOD-8, HS-MOD-9, HS-MOD-10, HS-MOD-14, HS-MOD-15, HS-MOD-16, HS-MOD-17,
    HS-MOD-18, HS-MOD-19, HS-FLAW-2, HS-FLAW-3, HS-FLAW-5, HS-FLAW-6, HS-FLAW-7, HS-FLAW-8, HS-FLAW-9, HS-FLAW-10,
    HS-FLAW-13.
    """
    cost = entry(name).get("cost", {})
    share = hull_cost(hull) * cost.get("percent", 0) // 100
    guilders: int = cost.get("flat", 0) + share + number * cost.get("each", 0)
    return guilders


def most_off(hull: str) -> int:
    """More than this no flaws take off the price. HS-FLAW-1"""
    percent: int = yard_data()["flaws_most"]["percent"]
    return hull_cost(hull) * percent // 100


def months(hull: str, modifications: Modifications, colonial: bool = False) -> int:
    """Months of building, more in a colonial port and for some modifications. HS-SHIP-9, HS-SHIP-10, HS-MOD-6"""
    yard = yard_data()
    longer = sum(entry(name).get("months", 0) for name in modifications.aboard())
    total: int = yard["months"][hull] + longer + (yard["colonial_months"]["more"] if colonial else 0)
    return total


def gear_cost(hands: int, disgruntled: bool = False) -> int:
    """Gear for new hands; a Disgruntled Crew is a twentieth cheaper. HS-SHIP-18, HS-FLAW-11"""
    percent = entry("disgruntled_crew")["gear_percent"] if disgruntled else 0
    return ceil(hands * yard_data()["gear"]["guilders"] * (100 - percent) / 100)


def food_cost(hands: int, weeks: int, vermin: bool = False) -> int:
    """Food for a voyage, bought by the month: it lasts four weeks, three beside vermin. HS-SHIP-20, HS-FLAW-8"""
    bought: int = hands * yard_data()["food"]["guilders"] * -(-weeks // (3 if vermin else 4))
    return bought


def payer(kinds: Iterable[str]) -> str:
    """Who pays for gear, wages and food: `booty`, the `government`, or else the `owner`. HS-SHIP-23"""
    who = {yard_data()["payer"][kind]["who"] for kind in kinds}
    return next(one for one in ("booty", "government", "owner") if one in who)


def boats_carry(boats: int, long_guns: int = 0) -> int:
    """Hands that so many boats take ashore, of which some carry a long gun each. HS-SHIP-25"""
    boat = yard_data()["boat"]
    laden = min(boats, long_guns)
    hands: int = (boats - laden) * boat["hands"] + laden * boat["hands_beside_a_long_gun"]
    return hands


def fires_from_a_boat(gun: str) -> bool:
    """Whether a `long_gun` or a `pont_gun` may be fired from a boat. HS-SHIP-26"""
    return gun in yard_data()["boat"]["fires"]


def hero_points(guilders: int, money: int = 0) -> tuple[int, int]:
    """Hero points that pay for a ship beside the owners' money, and how many new characters it takes to have them.

    HS-SHIP-6, HS-SHIP-7
    """
    rule = yard_data()["hero_points"]
    points = -(-max(0, guilders - money) // rule["guilders"])
    return points, -(-points // rule["most"])


class Line(NamedTuple):
    """One thing that is paid for; what a flaw takes off is negative.

    Attributes:
        what: `hull`, the name of a modification or flaw, `long_gun`, `pont_gun`, `powder` (tons), `boat`, or
            `flaws_most` for what flaws would take off too much.
        number: of points, guns, hands, tons or boats.
        guilders: for all of them.
    """

    what: str
    number: float
    guilders: int


@dataclass(frozen=True)
class Bill:
    """What a ship costs.

    Attributes:
        lines: what is paid for.
        gear: Guilders for the gear of all hands, which are no part of `lines`.
        food: Guilders for a month's food for all hands.
        paid_by: who pays gear and food.
    """

    lines: tuple[Line, ...]
    gear: int
    food: int
    paid_by: str

    @property
    def total(self) -> int:
        """Guilders for the ship as she lies at the quay, without a hand aboard."""
        return sum(line.guilders for line in self.lines)


def launched(spec: Ship, hull: str, fit: str, where: str) -> Any:
    """The ship as the record of a battle, all by herself.

    Raises:
        BadInput: something aboard is more than the hull holds; the line begins with `where`.
    """
    ship = np.zeros(1, r.SHIP)[0]
    fill_ship(ship, spec, hull, fit, where)
    return ship


def bill(spec: Ship, hull: str, fit: str, where: str = "ship") -> Bill:
    """What she costs, item by item. HS-SHIP-11, HS-SHIP-12, HS-SHIP-13, HS-SHIP-24

    Raises:
        BadInput: something aboard is more than the hull holds; the line begins with `where`.
    """
    ship = launched(spec, hull, fit, where)
    numbers = {
        "long_gun": sum(guns_mounted(spec, hull, fit).values()),
        "pont_gun": 2 * int(ship["pont_guns"]),
        "powder": int(ship["powder"]) / 120,
        "boat": spec.boats,
    }
    outfit = [Line(what, n, ceil(n * yard_data()[what]["guilders"])) for what, n in numbers.items() if n]
    options = _options(spec, hull, int(numbers["long_gun"]), int(boarding.fighters(ship)))
    hands = int(ship["crew"])
    return Bill(
        (Line("hull", 1, hull_cost(hull)), *options, *outfit),
        gear_cost(hands, spec.flaws.disgruntled_crew),
        food_cost(hands, 4, spec.flaws.vermin),
        payer(crew_kinds(spec, hull)),
    )


def _options(spec: Ship, hull: str, guns: int, trained: int) -> list[Line]:
    """A line for each modification and flaw, and one for what flaws would take off too much. HS-FLAW-1"""
    numbers = {"concealed_gunports": guns, "boarding_party": party_size(spec, trained)}
    fitted = [(name, numbers.get(name, number)) for name, number in spec.modifications.aboard().items()]
    lines = [Line(name, number, option_cost(hull, name, number)) for name, number in fitted]
    off = [Line(name, n, -option_cost(hull, name, n)) for name, n in spec.flaws.aboard().items()]
    excess = -sum(line.guilders for line in off) - most_off(hull)
    return lines + off + ([Line("flaws_most", 1, excess)] if excess > 0 else [])
