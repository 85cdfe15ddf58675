"""`quarterdeck ship`: a ship's card, what she is and what she costs."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.high_seas import boarding, port, price, shipyard
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.outfit import Ship, crew_kinds, guns_mounted
from quarterdeck.envs.high_seas.scenario import load_ship

WIDTH = 78
FOLDER = "high_seas/ships"

_RATINGS = {
    "hull": "Hull",
    "rigging": "Rigging",
    "speed": "Speed",
    "handling": "Handling",
    "size": "Size",
    "cargo": "Cargo",
    "crew_maximum": "Largest crew",
    "miles_a_day": "Miles a day",
}
_LINES = {
    "long_gun": "long gun",
    "pont_gun": "pont gun",
    "powder": "ton",
    "boat": "boat",
}
_PAYERS = {"owner": "her owner pays", "government": "her government pays", "booty": "out of the booty"}


def complete(incomplete: str) -> list[str]:
    """Hulls and ships of ours, for the shell."""
    return [name for name in (*r.HULLS, *configs.names(FOLDER)) if name.startswith(incomplete)]


def find(which: str) -> Ship:
    """A bare hull by its name, a ship of ours by hers, or one in a file.

    Raises:
        BadInput: there is none, or she is more than one ship.
    """
    known = (*r.HULLS, *configs.names(FOLDER))
    if which in r.HULLS:
        return Ship(hull=which)  # type: ignore[arg-type]
    if which not in known and "/" not in which and not which.endswith((".yaml", ".yml")):
        raise BadInput(f"no hull or ship is called {configs.show(which)}; {configs.nearest(which, known)}")
    ship = load_ship(which)
    if ship.hull == "any" or isinstance(ship.hull, list) or isinstance(ship.fit, list):
        raise BadInput(f"{which}: unfolds into several ships, and a card is of one; name one hull and one fit")
    return ship


# --- what is on a card --------------------------------------------------------------------------------------


def card(spec: Ship, name: str, colonial: bool = False) -> dict[str, Any]:
    """Everything that the card says, as plain data.

    Raises:
        BadInput: something aboard is more than the hull holds; the line begins with `name`.
    """
    hull, fit = str(spec.hull), str(spec.fit)
    ship = price.launched(spec, hull, fit, name)
    ratings = shipyard.built(hull, spec.modifications, spec.flaws)
    return {
        "name": name,
        "hull": hull,
        "fit": "as listed" if spec.guns else fit,
        "frigate": spec.frigate,
        "draft": "shallow" if ship["shallow"] else "deep",
        "bare": asdict(shipyard.bare(hull)),
        "ratings": asdict(ratings),
        "guns": guns_mounted(spec, hull, fit),
        "gunnery": dict(zip(r.BATTERIES, ship["gunnery"].tolist(), strict=True)),
        "pont_guns_a_side": int(ship["pont_guns"]),
        "crew": _crew(ship, spec, hull),
        "captain": spec.captain.model_dump(),
        "hold": _hold(ship, spec, ratings.cargo),
        "changes": _changes(spec, hull),
        "cost": _cost(spec, hull, fit, name),
        "months": price.months(hull, spec.modifications, colonial),
        "colonial": colonial,
        "upkeep": _upkeep(ship, spec, hull, ratings),
    }


def _crew(ship: Any, spec: Ship, hull: str) -> dict[str, Any]:
    fields = ("crew", "sail_crew", "sail_minimum", "gun_crew", "threat", "boarding_threat")
    return {
        "kinds": crew_kinds(spec, hull),
        **{field: int(ship[field]) for field in fields},
        "fighters": int(boarding.fighters(ship)),
        "squads": int(boarding.squads(ship)),
        "officers": spec.crew.officers,
        "marines": spec.crew.marines,
    }


def _hold(ship: Any, spec: Ship, cargo: int) -> dict[str, float]:
    """Tons of the hold, and the hands that her boats take. HS-SHIP-21, HS-SHIP-25"""
    yard = shipyard.yard_data()
    powder = round(int(ship["powder"]) / 120, 2)
    boats, food = spec.boats * yard["boat"]["tons"], yard["food"]["tons"]
    return {
        "powder": powder,
        "food": food,
        "boats": boats,
        "free": cargo - powder - boats - food,
        "boats_carry": price.boats_carry(spec.boats),
    }


def _changes(spec: Ship, hull: str) -> dict[str, dict[str, Any]]:
    """What each modification and flaw makes of her: ratings before and after, in words, in months."""
    ratings = shipyard.bare(hull)
    found = {}
    for option, number in (spec.modifications.aboard() | spec.flaws.aboard()).items():
        after = shipyard.changed(ratings, hull, option, number)
        was, now = asdict(ratings), asdict(after)
        entry = shipyard.entry(option)
        found[option] = {
            "ratings": {name: [was[name], now[name]] for name in was if was[name] != now[name]},
            "does": entry.get("does", ""),
            "months": entry.get("months", 0),
        }
        ratings = after
    return found


def _cost(spec: Ship, hull: str, fit: str, name: str) -> dict[str, Any]:
    bill = price.bill(spec, hull, fit, name)
    points, characters = price.hero_points(bill.total)
    return {
        "lines": [line._asdict() for line in bill.lines],
        "total": bill.total,
        "hero_points": points,
        "characters": characters,
        "gear": bill.gear,
        "food_a_month": bill.food,
        "paid_by": bill.paid_by,
    }


def _upkeep(ship: Any, spec: Ship, hull: str, ratings: shipyard.Ratings) -> dict[str, Any]:
    """What mending and careening her takes as she stands. HS-REPAIR-2 to HS-REPAIR-11"""
    hull_damage, rigging_damage = port.damage(ship)
    weeks = port.weeks_in_port(ship)
    return {
        "hull": int(ship["hull"]),
        "rigging": int(ship["rigging"]),
        "speed": int(ship["speed"]),
        "weeks_in_port": weeks,
        "port_guilders": port.mend_in_port(ship.copy(), weeks),
        "hull_mendable_at_sea": port.mendable_at_sea(ship),
        "weeks_at_sea": max(-(-rigging_damage // port.RIGGING_A_WEEK), -(-(hull_damage // 2) // port.HULL_A_WEEK)),
        "months_since_careening": spec.months_since_careening,
        "months_overdue": port.months_overdue(spec.months_since_careening, spec.flaws.old),
        "careened_every": port.CAREEN_MONTHS_OLD if spec.flaws.old else port.CAREEN_MONTHS,
        "careening_guilders": port.careening_fee(price.hull_cost(hull)),
        "careening_days": port.careening_days(int(ship["crew"]), ratings.crew_maximum),
        "beach": port.may_beach(ship),
    }


# --- how it is shown ----------------------------------------------------------------------------------------


def spoken(name: str) -> str:
    """A name of a file or a field as it is read."""
    return name.replace("_", " ")


def count(number: float, what: str) -> str:
    """A number of things, in the singular where it is one."""
    return f"{number:g} {what}{'' if number == 1 else 's'}"


def line_words(line: dict[str, Any]) -> str:
    """What a line of the bill is called."""
    what, number = line["what"], line["number"]
    if what == "flaws_most":
        return "flaws: half of the hull at most"
    if what in _LINES:
        return count(number, _LINES[what]) + (" of powder and shot" if what == "powder" else "")
    return spoken(what) + (f" ({number:g})" if number > 1 else "")


def change_words(change: dict[str, Any]) -> str:
    """What a modification or a flaw changes, in words."""
    parts = [f"{_RATINGS[name]} {was} to {now}" for name, (was, now) in change["ratings"].items()]
    parts += [change["does"]] if change["does"] else []
    parts += ["a month longer to build"] if change["months"] else []
    return "; ".join(parts)


def _table(*columns: str) -> Table:
    table = Table(box=None, show_header=any(columns), header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for number, title in enumerate(columns):
        table.add_column(title, justify="right" if title in ("hull", "ship", "Guilders") else "left", overflow="fold")
        table.columns[number].no_wrap = title != "changes"
    return table


def _ratings_table(made: dict[str, Any]) -> Table:
    table = _table("", "hull", "ship")
    for field, title in _RATINGS.items():
        now, was = made["ratings"][field], made["bare"][field]
        table.add_row(title, str(was), Text(str(now), "" if now == was else "bold"))
    return table


def _cost_table(made: dict[str, Any]) -> Table:
    table = _table("", "changes", "Guilders")
    for line in made["cost"]["lines"]:
        change = made["changes"].get(line["what"])
        table.add_row(line_words(line), change_words(change) if change else "", f"{line['guilders']:,}")
    table.add_row(Text("in all", "bold"), "", Text(f"{made['cost']['total']:,}", "bold"))
    return table


def aboard_words(made: dict[str, Any]) -> list[tuple[str, str]]:
    """Guns, crew, hold, cost of hands, building and upkeep: a title and a line each."""
    crew, captain, hold, cost, guns = (made[part] for part in ("crew", "captain", "hold", "cost", "guns"))
    batteries = ", ".join(f"{name} {number}" for name, number in guns.items())
    besides = " and ".join(f"{crew[who]} {who}" for who in ("officers", "marines") if crew[who])
    besides = f", of them {besides}" if besides else ""
    return [
        ("Guns", f"{batteries}: {sum(guns.values())}; {count(made['pont_guns_a_side'], 'pont gun')} a side"),
        ("Gunnery", ", ".join(f"{name} {rank}" for name, rank in made["gunnery"].items())),
        (
            "Crew",
            f"{crew['crew']} {' and '.join(crew['kinds'])} hands{besides}: {crew['sail_crew']} at the sails (needs "
            f"{crew['sail_minimum']}), {crew['gun_crew']} at the guns, {crew['threat']} dice to hit; "
            f"{count(crew['squads'], 'squad')} of Threat {crew['boarding_threat']} to board",
        ),
        (
            "Captain",
            f"Wits {captain['wits']}, Tactics {captain['tactics']}, Strategy {captain['strategy']}"
            + (", Over the Side" if captain["over_the_side"] else ""),
        ),
        (
            "Hold",
            f"{count(hold['powder'], 'ton')} of powder, {hold['food']} food, {count(hold['boats'], 'boat')} (for "
            f"{hold['boats_carry']} hands), {hold['free']:g} free",
        ),
        ("Hands", f"gear {cost['gear']:,}, food {cost['food_a_month']:,} a month: {_PAYERS[cost['paid_by']]}"),
        ("Building", building_words(made)),
        ("Upkeep", upkeep_words(made["upkeep"])),
        *condition_words(made["upkeep"], made["ratings"]),
    ]


def building_words(made: dict[str, Any]) -> str:
    """How long she is on the stocks, and what she is in hero points."""
    cost = made["cost"]
    where = "in a colonial port" if made["colonial"] else "a month more in a colonial port"
    points = f"{count(cost['hero_points'], 'hero point')} of {count(cost['characters'], 'new character')} or more"
    return f"{count(made['months'], 'month')}, {where}; {points}"


def upkeep_words(upkeep: dict[str, Any]) -> str:
    """When and where she is careened."""
    beach = ", or on a beach" if upkeep["beach"] else ""
    return (
        f"careened every {upkeep['careened_every']} months: {count(upkeep['careening_days'], 'day')}, "
        f"{upkeep['careening_guilders']:,} in port{beach}"
    )


def condition_words(upkeep: dict[str, Any], ratings: dict[str, int]) -> list[tuple[str, str]]:
    """What is damaged or overdue, if anything is."""
    lines = []
    if upkeep["weeks_in_port"]:
        lines.append(
            (
                "Damage",
                f"Hull {upkeep['hull']} of {ratings['hull']}, Rigging {upkeep['rigging']} of {ratings['rigging']}. "
                f"At sea the crew mends {upkeep['hull_mendable_at_sea']} Hull and the Rigging in "
                f"{count(upkeep['weeks_at_sea'], 'week')}; a port all in {upkeep['weeks_in_port']}, for "
                f"{upkeep['port_guilders']:,}",
            )
        )
    if upkeep["months_overdue"]:
        lines.append(("Overdue", f"careening, by {count(upkeep['months_overdue'], 'month')}: Speed {upkeep['speed']}"))
    return lines


def show(console: Console, made: dict[str, Any]) -> None:
    """Print the card."""
    kind = "frigate" if made["frigate"] else spoken(made["hull"])
    arms = {"heavy": "heavily armed", "light": "lightly armed"}.get(made["fit"], "armed as listed")
    title = spoken(made["name"]).title()
    console.print(Text.assemble((title, "bold"), f", {kind}, {arms}, {made['draft']} draft"), soft_wrap=True)
    console.print()
    console.print(_ratings_table(made), width=min(WIDTH, console.width))
    console.print()
    rows = _table("", "changes")
    rows.show_header = False
    for heading, words in aboard_words(made):
        rows.add_row(heading, words)
    console.print(rows, width=min(WIDTH, console.width))
    console.print()
    console.print(_cost_table(made), width=min(WIDTH, console.width))


def show_all(console: Console) -> None:
    """Every hull and every ship of ours, a line each."""
    rows = _table("", "changes")
    rows.show_header = False
    for hull in r.HULLS:
        rows.add_row(hull, f"a bare hull costs {price.hull_cost(hull):,} Guilders")
    for name in configs.names(FOLDER):
        first = (configs.FOLDER / FOLDER / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[0]
        rows.add_row(name, first.lstrip("# "))
    console.print(rows, width=min(WIDTH, console.width))


def ship(
    which: Annotated[
        str,
        typer.Argument(
            metavar="FILE-OR-HULL", help="A hull, a ship of ours, or the YAML file of one.", autocompletion=complete
        ),
    ] = "",
    fit: Annotated[str, typer.Option(help="heavy or light, whatever the file says.")] = "",
    colonial: Annotated[bool, typer.Option("--colonial", help="Build her in a colonial port.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the card as JSON.")] = False,
) -> None:
    """Print a ship's card: what she is, what was done to her, what she costs.

        quarterdeck ship corsair --fit light

        quarterdeck ship sea_hawk

        quarterdeck ship mine.yaml --json

    A ship's file is written as a ship of a scenario is; in a scenario her name
    or her file can stand in place of a ship. Without an argument the hulls and
    ships that there are.
    """
    console = Console(highlight=False)
    if not which:
        show_all(console)
        return
    spec = find(which)
    if fit:
        spec = configs.check(Ship, spec.model_dump(exclude_unset=True) | {"fit": fit, "guns": None}, which)
    made = card(spec, Path(which).stem, colonial)
    if as_json:
        typer.echo(json.dumps(made, indent=2))
    else:
        show(console, made)
