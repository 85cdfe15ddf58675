"""The five hulls, how they are armed and who is aboard."""

import pytest

from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.shipyard import ship_data
from tests.envs.high_seas.battle import waiting

# Hull, Rigging, Speed, Handling, Size, Cargo; guns a side, chasers, stern;
# gun crew, mates, gunners; least sail crew, largest crew
TABLE = {
    "corsair": (25, 15, 4, 4, 1, 10, 8, 2, 2, 60, 10, 2, 6, 100),  # HS-HULL-1
    "small_warship": (35, 20, 3, 3, 2, 16, 16, 2, 4, 114, 19, 2, 10, 160),  # HS-HULL-2
    "merchantman": (40, 25, 3, 2, 3, 24, 12, 2, 4, 90, 15, 2, 12, 160),  # HS-HULL-3
    "large_warship": (45, 25, 2, 2, 4, 20, 20, 2, 6, 144, 24, 4, 12, 200),  # HS-HULL-4
    "galleon": (50, 30, 1, 1, 4, 32, 24, 4, 6, 174, 29, 4, 16, 250),  # HS-HULL-5
}


def ship(hull, **spec):
    return waiting({"hull": hull, **spec}).ship[0]


@pytest.mark.parametrize("hull", TABLE)
def test_hulls(hull):
    """HS-HULL-6, HS-HULL-7, HS-HULL-8, HS-CREW-2, HS-CREW-3: the ship facts as the rules print them."""
    (
        hull_points,
        rigging,
        speed,
        handling,
        size,
        cargo,
        side,
        bow,
        stern,
        crew,
        mates,
        gunners,
        sails,
        most,
    ) = TABLE[hull]
    made = ship(hull)
    assert (made.hull, made.hull_max, made.rigging, made.rigging_max) == (
        hull_points,
        hull_points,
        rigging,
        rigging,
    )
    assert (made.speed, made.handling, made["size"]) == (speed, handling, size)
    assert list(made.guns) == [side, side, bow, stern]
    assert made.gun_crew == crew == 3 * sum(made.guns)
    assert mates == sum(made.guns) // 2
    assert made.sail_minimum == sails
    data = ship_data()["hulls"][hull]
    assert (data["cargo"], data["gunners"], data["crew_maximum"]) == (cargo, gunners, most)
    assert data["source"] == "text"
    assert crew + mates + gunners + sails < most


@pytest.mark.parametrize("hull", TABLE)
def test_fits(hull):
    """HS-SHIP-1, HS-SHIP-2: heavy is all that she holds, light half of each battery."""
    heavy, light = ship(hull, fit="heavy"), ship(hull, fit="light")
    assert list(light.guns) == [guns // 2 for guns in heavy.guns]
    assert heavy.pont_guns == heavy["size"]
    assert light.pont_guns == heavy["size"] // 2
    assert light.crew <= heavy.crew


def test_derived_tables_keep_their_shape():
    """What is our own proposal says so, and bigger ships carry more."""
    data = ship_data()
    assert data["fits"]["light"]["source"] == data["powder"]["source"] == "derived"
    assert {share["source"] for share in data["fighter_share"].values()} == {"text"}
    guns = [sum(hull["guns"].values()) for hull in data["hulls"].values()]
    assert guns[0] < min(guns[1:])
    assert max(guns) == guns[-1]


def test_pont_guns():
    """HS-SHIP-3: a point of Size has room for one a side."""
    assert ship("merchantman").pont_guns == 3
    assert ship("merchantman", pont_guns=1).pont_guns == 1


def test_powder():
    """HS-FIRE-26: half of what three tons leave of the hold; two tons in merchantmen and galleons; 120
    shots a ton.
    """
    shots = {hull: ship(hull).powder for hull in TABLE}
    assert shots == {
        "corsair": 420,
        "small_warship": 780,
        "merchantman": 240,
        "large_warship": 1020,
        "galleon": 240,
    }
    assert ship("corsair", powder=1).powder == 120
    assert [ship("corsair", powder=tons / 10).powder for tons in range(91)] == [12 * tons for tons in range(91)]


def test_usual_crew():
    """HS-CREW-4: gun crew, mates, gunners and twice the least sail crew; only pirates and privateers are
    full.
    """
    usual = 90 + 15 + 2 + 2 * 12
    assert ship("merchantman").crew == usual
    assert ship("merchantman", crew={"kind": "vesten"}).crew == usual
    assert ship("merchantman", crew={"kind": "privateer"}).crew == 160
    assert ship("corsair").crew == 100
    assert ship("corsair", crew={"kind": "naval"}).crew == 60 + 10 + 2 + 12


def test_usual_crew_is_capped():
    """HS-CREW-4: never more hands than the hull holds."""
    for hull, facts in TABLE.items():
        assert ship(hull).crew <= facts[-1]


def test_surplus_is_sail_crew():
    """HS-CREW-5: a pirate corsair's hundred are 60 gunners, 12 mates and gunners, and 28 at the sails."""
    pirate = ship("corsair", crew={"kind": "pirate"})
    assert (pirate.crew, pirate.gun_crew, pirate.sail_crew) == (100, 60, 28)


def test_short_handed():
    """HS-CREW-2: the sails come first, then three hands a gun; guns without hands are silent from the
    start.
    """
    short = ship("corsair", crew={"hands": 36})
    assert (short.sail_crew, short.gun_crew, sum(short.guns)) == (6, 30, 10)
    assert list(short.guns) == [3, 3, 2, 2]
    few = ship("corsair", crew={"hands": 4})
    assert (few.crew, few.sail_crew, few.gun_crew, sum(few.guns)) == (4, 4, 0, 0)


def test_two_hands_serve_no_gun():
    """HS-CREW-2: a gun wants three."""
    assert sum(ship("corsair", crew={"hands": 8}).guns) == 0
    assert sum(ship("corsair", crew={"hands": 9}).guns) == 1


def test_officers_and_marines():
    """HS-CREW-6: none unless the scenario says so."""
    assert ship("corsair").fighters_besides == 0
    assert ship("corsair", crew={"officers": 3, "marines": 12}).fighters_besides == 15
    plain, manned = ship("galleon"), ship("galleon", crew={"marines": 5})
    assert manned.crew == plain.crew + 5 and manned.sail_crew == plain.sail_crew and manned.gun_crew == plain.gun_crew
    assert ship("galleon", crew={"marines": 24}).crew == 250  # as many as she holds


def test_gunners():
    """HS-CREW-7: Gunnery 1 in each battery unless the scenario says so, for all at once or for one."""
    assert list(ship("corsair").gunnery) == [1, 1, 1, 1]
    assert list(ship("corsair", gunnery=3).gunnery) == [3, 3, 3, 3]
    assert list(ship("corsair", gunnery={"stern": 2}).gunnery) == [1, 1, 1, 2]


def test_crew_quality():
    """HS-CREW-8, HS-FIRE-7, HS-MOD-13: two dice to hit, three for a Well Trained Crew, not four."""
    assert ship("corsair").threat == 2
    assert ship("corsair", modifications=["well_trained_crew"]).threat == 3


def test_boarding_quality():
    """HS-BOARD-11, HS-BOARD-12, HS-BOARD-13, HS-BOARD-14, HS-FLAW-6: Threat 2; poor 1, well trained or a
    party 3.
    """
    assert ship("corsair").boarding_threat == 2
    poor = ship("corsair", flaws=["poorly_trained_crew"])
    assert (poor.boarding_threat, poor.threat) == (1, 2)
    party = ship("corsair", modifications=["boarding_party"])
    assert (party.boarding_threat, party.threat) == (3, 2)
    assert ship("corsair", modifications=["well_trained_crew"]).boarding_threat == 3
    assert ship("corsair", modifications=["well_trained_crew", "boarding_party"]).boarding_threat == 3


def test_oars():
    """HS-MOD-9: oars are aboard only where the scenario says so."""
    assert ship("corsair").oars == 0
    assert ship("corsair", modifications=["oars"]).oars == 1


def test_captain():
    """HS-MANEUVER-4: Wits 2, Tactics 1, Strategy 1 unless the scenario says so."""
    plain = ship("corsair")
    assert (plain.wits, plain.tactics, plain.strategy) == (2, 1, 1)
    keen = ship("corsair", captain={"wits": 4, "tactics": 3})
    assert (keen.wits, keen.tactics, keen.strategy) == (4, 3, 1)


def test_worn_ship():
    """A scenario may send a ship in with part of her points gone; what is normal for her stays."""
    worn = ship("corsair", hull_points=12, rigging_points=0)
    assert (worn.hull, worn.hull_max, worn.rigging, worn.rigging_max) == (12, 25, 0, 15)
    assert worn.kind == r.CORSAIR
