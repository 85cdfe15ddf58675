"""What ships cost. Fixtures are the numbers that the rules state; our own proposals are held to their shape."""

import pytest

from quarterdeck.configs import BadInput
from quarterdeck.envs.high_seas import price, shipyard
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas.outfit import Ship


def spec(**fields):
    return Ship.model_validate({"hull": "small_warship", **fields})


def lines(made, hull="small_warship", fit="heavy"):
    return {line.what: line.guilders for line in price.bill(made, hull, fit).lines}


def test_hulls():
    """HS-SHIP-8: a Small Warship costs 8,000; the others are our proposal, and a bigger hull costs more."""
    assert price.hull_cost("small_warship") == 8000
    costs = [price.hull_cost(hull) for hull in r.HULLS]
    assert costs == sorted(set(costs))
    sources = {hull: cost["source"] for hull, cost in shipyard.yard_data()["hull_cost"].items()}
    assert sources == dict.fromkeys(r.HULLS, "derived") | {"small_warship": "text"}


def test_months():
    """HS-SHIP-9: our proposal: a month for ten points of Hull, rounded up."""
    plain = shipyard.Modifications()
    for hull in r.HULLS:
        assert price.months(hull, plain) == -(-shipyard.bare(hull).hull // 10)
    assert shipyard.yard_data()["months"]["source"] == "derived"


@pytest.mark.parametrize(
    ("fitted", "more"),
    [([], 0), (["streamlined"], 1), (["superior_rudder"], 1), (["streamlined", "superior_rudder"], 2), (["oars"], 0)],
)
def test_longer_on_the_stocks(fitted, more):
    """HS-SHIP-10, HS-MOD-6: streamlining and close hauling add a month each, a colonial port another."""
    plain, made = shipyard.Modifications(), shipyard.Modifications.model_validate(fitted)
    assert price.months("galleon", made) - price.months("galleon", plain) == more
    assert price.months("galleon", made, colonial=True) - price.months("galleon", made) == 1


@pytest.mark.parametrize(
    ("name", "number", "guilders"),
    [
        ("reinforced_hull", 5, 2000),  # HS-MOD-2
        ("reinforced_rigging", 3, 600),  # HS-MOD-3
        ("streamlined", 1, 1000 + 4000),  # HS-MOD-4: and half of the hull
        ("superior_rudder", 1, 1000 + 1600),  # HS-MOD-5: and a fifth
        ("hidden_towline", 1, 600),  # HS-MOD-8
        ("oars", 1, 600),  # HS-MOD-9
        ("concealed_gunports", 38, 38 * 30),  # HS-MOD-10
        ("smuggling_compartments", 1, 1800),  # HS-MOD-15
        ("extra_cargo_space", 1, 500 + 400),  # HS-MOD-16: and a twentieth
        ("extra_crew_quarters", 1, 1000 + 800),  # HS-MOD-17: and a tenth
        ("boarding_party", 53, 530),  # HS-MOD-18
        ("retractable_keel", 1, 2000 + 1600),  # HS-MOD-19: and a fifth
        ("old", 1, 400),  # HS-FLAW-2: a twentieth
        ("sluggish", 1, 1000),  # HS-FLAW-3
        ("small_rudder", 1, 1000),  # HS-FLAW-5
        ("tattered_sails", 5, 1000),  # HS-FLAW-7
        ("vermin", 1, 1200),  # HS-FLAW-8
        ("awkward_cargo_space", 1, 500),  # HS-FLAW-9
        ("cramped", 1, 1000),  # HS-FLAW-10
        ("disgruntled_crew", 1, 0),  # HS-FLAW-11: cheaper gear only
        ("warped_rudder", 1, 600),  # HS-FLAW-13
    ],
)
def test_modifications_and_flaws(name, number, guilders):
    """What the rules ask for each, and take off for each, on a hull of 8,000."""
    assert price.option_cost("small_warship", name, number) == guilders


def test_prices_of_our_own():
    """HS-MOD-14, HS-FLAW-6: training costs something, the lack of it saves something, and both say they are ours."""
    yard = shipyard.yard_data()
    assert yard["modifications"]["well_trained_crew"]["cost"]["source"] == "derived"
    assert yard["flaws"]["poorly_trained_crew"]["cost"]["source"] == "derived"
    assert price.option_cost("galleon", "well_trained_crew") > price.option_cost("corsair", "well_trained_crew") > 0
    assert price.option_cost("corsair", "poorly_trained_crew") > 0


def test_ports_and_party_are_counted():
    """HS-MOD-10, HS-MOD-18: a port for every gun she mounts; the party is all her fighters, or the number given."""
    made = spec(modifications=["concealed_gunports", "boarding_party"])
    hands = 38 * 3 + 19 + 2 + 2 * 10
    assert lines(made)["concealed_gunports"] == 38 * 30
    assert lines(made, fit="light")["concealed_gunports"] == 19 * 30
    assert lines(made)["boarding_party"] == 10 * (hands // 3)
    assert lines(spec(modifications=[{"boarding_party": 30}]))["boarding_party"] == 300


FLAWS = {"old": True, "small_rudder": True, "vermin": True, "cramped": True, "sluggish": True, "warped_rudder": True}


def test_flaws_are_worth_half_a_hull_at_most():
    """HS-FLAW-1: flaws of 5,200 take 4,000 off a hull of 8,000."""
    made = price.bill(spec(flaws=FLAWS), "small_warship", "heavy")
    worth = sum(price.option_cost("small_warship", flaw) for flaw in FLAWS)
    assert worth == 400 + 1000 + 1200 + 1000 + 1000 + 600
    off = sum(line.guilders for line in made.lines if line.what in FLAWS or line.what == "flaws_most")
    assert off == -4000
    assert "flaws_most" not in lines(spec(flaws=["old", "vermin"]))


def test_guns_powder_and_boats():
    """HS-SHIP-11, HS-SHIP-12, HS-SHIP-13, HS-SHIP-24: 400 a long gun, 120 a pont gun on either side, 400 a ton of
    powder, 300 a boat.
    """
    made = lines(spec(powder=2.5, boats=3, guns={"port": 4, "starboard": 4, "chasers": 1, "stern": 0}, pont_guns=1))
    assert made == {"hull": 8000, "long_gun": 3600, "pont_gun": 240, "powder": 1000, "boat": 900}
    assert lines(spec())["long_gun"] == 38 * 400
    assert lines(spec())["pont_gun"] == 2 * 2 * 120


def test_guns_are_paid_for_without_hands_to_serve_them():
    """HS-SHIP-11: three hands for a gun are another matter."""
    assert lines(spec(crew={"hands": 13}))["long_gun"] == 38 * 400


def test_boats_take_room():
    """HS-SHIP-13, HS-SHIP-21, HS-SHIP-24: powder, a ton of food and a ton for each boat share the hold."""
    assert price.launched(spec(boats=5, powder=10), "small_warship", "heavy", "ship").powder == 1200
    with pytest.raises(BadInput, match=r"ship\.powder: 10\.5 is over the 10 tons that food and boats leave of the 16"):
        price.launched(spec(boats=5, powder=10.5), "small_warship", "heavy", "ship")
    with pytest.raises(BadInput, match=r"ship\.boats: 16 is over the 15"):
        price.launched(spec(boats=16), "small_warship", "heavy", "ship")
    # unless it is said how much, powder makes room for the boats
    assert price.launched(spec(boats=14), "small_warship", "heavy", "ship").powder == 120


def test_what_boats_carry():
    """HS-SHIP-25: 15 hands each, or 5 and a long gun."""
    assert price.boats_carry(2) == 30
    assert price.boats_carry(2, long_guns=1) == 20
    assert price.boats_carry(2, long_guns=3) == 10
    assert price.boats_carry(0) == 0


def test_guns_in_boats():
    """HS-SHIP-26: a pont gun at the stern may be fired, a long gun may not."""
    assert price.fires_from_a_boat("pont_gun")
    assert not price.fires_from_a_boat("long_gun")


def test_gear():
    """HS-SHIP-18, HS-FLAW-11: 16 Guilders a hand, a twentieth less for those easily upset."""
    assert price.gear_cost(100) == 1600
    assert price.gear_cost(100, disgruntled=True) == 1520
    assert price.gear_cost(1, disgruntled=True) == 16  # 15.2, rounded up


@pytest.mark.parametrize(
    ("weeks", "guilders", "with_vermin"), [(4, 400, 800), (3, 400, 400), (8, 800, 1200), (0, 0, 0)]
)
def test_food(weeks, guilders, with_vermin):
    """HS-SHIP-20, HS-FLAW-8: 4 Guilders a hand and month; beside vermin a month's food is gone in three weeks."""
    assert price.food_cost(100, weeks) == guilders
    assert price.food_cost(100, weeks, vermin=True) == with_vermin


@pytest.mark.parametrize(
    ("kinds", "who"),
    [
        (["merchant"], "owner"),
        (["naval"], "government"),
        (["privateer"], "booty"),
        (["pirate"], "booty"),
        (["avalon", "pirate"], "booty"),
        (["avalon", "naval"], "government"),
        (["vesten"], "owner"),
    ],
)
def test_who_pays(kinds, who):
    """HS-SHIP-23: governments for navies, the booty for pirates and privateers, owners for merchants."""
    assert price.payer(kinds) == who


def test_hero_points():
    """HS-SHIP-6, HS-SHIP-7: 600 Guilders a point, at most 20 of one character; several pool them, and add money."""
    assert price.hero_points(12_000) == (20, 1)
    assert price.hero_points(12_001) == (21, 2)
    assert price.hero_points(12_001, money=1) == (20, 1)
    assert price.hero_points(30_000) == (50, 3)
    assert price.hero_points(500, money=1000) == (0, 0)


def test_the_whole_bill():
    """HS-SHIP-23: the crew's gear and food stand apart, with who pays them."""
    made = price.bill(
        spec(boats=1, powder=1, crew={"kind": "pirate"}, modifications=["oars"]), "small_warship", "light"
    )
    assert made.total == 8000 + 600 + 19 * 400 + 2 * 120 + 400 + 300
    assert (made.gear, made.food, made.paid_by) == (160 * 16, 160 * 4, "booty")


def test_vermin_in_a_month():
    """HS-FLAW-8: a month of four weeks takes two months' worth of food, bought whole."""
    plain = price.bill(spec(), "small_warship", "heavy")
    assert price.bill(spec(flaws=["vermin"]), "small_warship", "heavy").food == 2 * plain.food


def test_miles_a_day():
    """HS-TRAVEL-1, HS-TRAVEL-3, HS-MOD-12, HS-FLAW-4: faster hulls sail farther; +10 streamlined, +10 with a Well
    Trained Crew, -5 Sluggish.
    """
    miles = [shipyard.bare(hull).miles_a_day for hull in r.HULLS]
    assert miles == sorted(miles, reverse=True)
    assert shipyard.yard_data()["miles_a_day"]["source"] == "derived"

    def more(modifications, flaws):
        made = spec(modifications=modifications, flaws=flaws)
        return shipyard.built("merchantman", made.modifications, made.flaws).miles_a_day - miles[2]

    assert more(["streamlined"], []) == 10
    assert more(["well_trained_crew"], []) == 10
    assert more(["streamlined", "well_trained_crew"], []) == 20
    assert more([], ["sluggish"]) == -5
