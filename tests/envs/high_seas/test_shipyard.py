"""What modifications and flaws make of a ship, and what they refuse to go with."""

import pytest

from quarterdeck import configs
from quarterdeck.configs import BadInput
from quarterdeck.envs.high_seas import movement, scenario, shipyard
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import ship as s
from tests.envs.high_seas.battle import CHASE, battle, hold, legal, play, waiting
from tests.refused import refused

NEUTRAL = {"hull_max", "rigging_max", "hull", "rigging", "speed", "handling", "crew", "powder"}


def ship(hull="corsair", **spec):
    return waiting({"hull": hull, **spec}).ship[0]


# --- modifications ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, 5])
def test_reinforced_hull(points):
    """HS-MOD-2: up to five more points of Hull; half of the damage counts from what she has now."""
    made = ship(modifications=[{"reinforced_hull": points}])
    assert made.hull == made.hull_max == 25 + points
    assert ship(modifications=[{"reinforced_hull": points}], hull_points=25 + points).hull == 25 + points


def test_reinforced_rigging():
    """HS-MOD-3: up to five more points of Rigging."""
    made = ship(modifications=[{"reinforced_rigging": 5}])
    assert made.rigging == made.rigging_max == 20


@pytest.mark.parametrize("name", ["reinforced_hull", "reinforced_rigging"])
def test_no_more_than_five_points(name):
    """HS-MOD-2, HS-MOD-3: the sixth is refused, and the limit is named."""
    line = refused(ship, modifications=[{name: 6}])
    assert "ships.0.modifications" in line and f"{name}: 6 is over the 5" in line


def test_streamlined():
    """HS-MOD-4: Speed +1, which is one die more in a chase."""
    fast = battle({"hull": "merchantman", "modifications": ["streamlined"]}, range="medium")
    assert (s.speed(fast, fast.ship[0]), s.speed(fast, fast.ship[1])) == (4, 4)
    assert ship("merchantman").speed == 3


def test_superior_rudder():
    """HS-MOD-5: Handling +1, and with it the TN of those who fire at her."""
    assert ship("merchantman", modifications=["superior_rudder"]).handling == 3


def test_extra_cargo_space():
    """HS-MOD-16: one ton more in the hold, so that 10 tons of powder fit in beside the food."""
    assert ship(modifications=["extra_cargo_space"], powder=10).powder == 1200
    assert "9 tons" in refused(ship, powder=10)


@pytest.mark.parametrize(("hull", "most"), [("corsair", 110), ("merchantman", 176), ("galleon", 275)])
def test_extra_crew_quarters(hull, most):
    """HS-MOD-17: a tenth more hands than the hull holds."""
    made = {"modifications": ["extra_crew_quarters"]}
    assert ship(hull, **made, crew={"kind": "pirate"}).crew == most
    assert str(most) in refused(ship, hull, **made, crew={"hands": most + 1})


def test_boarding_party():
    """HS-MOD-18: her squads have Threat 3, all of them, if no number is given; her gunnery stays as it was."""
    party = ship(modifications=["boarding_party"])
    assert (party.boarding_threat, party.threat) == (3, 2)


@pytest.mark.parametrize(("party", "threat"), [(50, 3), (100, 3), (49, 2), (0, 2)])
def test_boarding_party_of_some(party, threat):
    """HS-MOD-18: of a hundred pirates fifty carry the others along, forty-nine do not."""
    assert ship(modifications=[{"boarding_party": party}]).boarding_threat == threat


def test_boarding_party_of_more_than_there_are():
    """HS-MOD-18: only trained fighters board: of 131 merchant sailors a quarter."""
    assert ship("merchantman", modifications=[{"boarding_party": 32}]).boarding_threat == 3
    line = refused(ship, "merchantman", modifications=[{"boarding_party": 33}])
    assert "boarding_party: 33 is over the 32 trained fighters" in line


@pytest.mark.parametrize(
    ("hull", "spec", "shallow"),
    [
        ("corsair", {}, 1),
        ("small_warship", {}, 1),
        ("small_warship", {"frigate": True}, 0),
        ("small_warship", {"frigate": True, "modifications": ["retractable_keel"]}, 1),
        ("merchantman", {}, 0),
        ("large_warship", {}, 0),
        ("galleon", {}, 0),
        ("galleon", {"modifications": ["retractable_keel"]}, 1),
    ],
)
def test_draft(hull, spec, shallow):
    """HS-HULL-10, HS-HULL-11, HS-HULL-12, HS-MOD-19: corsairs and small warships are shallow, frigates deep,
    and a keel that can be drawn in makes any ship shallow.
    """
    assert ship(hull, **spec).shallow == shallow


def test_only_small_warships_are_frigates():
    """HS-HULL-11"""
    line = refused(ship, "corsair", frigate=True)
    assert "ships.0.frigate" in line and "'small_warship'" in line


def test_marks_on_the_ship():
    """HS-MOD-10, HS-FLAW-11, HS-FLAW-13: what other rules ask for stands in the record."""
    plain = ship()
    assert (plain.concealed, plain.disgruntled, plain.warped, plain.oars) == (0, 0, 0, 0)
    marked = ship(modifications=["concealed_gunports", "oars"], flaws=["disgruntled_crew", "warped_rudder"])
    assert (marked.concealed, marked.disgruntled, marked.warped, marked.oars) == (1, 1, 1, 1)


@pytest.mark.parametrize("name", ["hidden_towline", "smuggling_compartments", "well_trained_crew", "oars"])
def test_what_changes_no_rating(name):
    """HS-MOD-8, HS-MOD-9, HS-MOD-13, HS-MOD-15: these leave the numbers of the hull alone."""
    plain, fitted = ship(), ship(modifications=[name])
    assert all(plain[field] == fitted[field] for field in NEUTRAL)


# --- flaws --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hull", "speed"), [("corsair", 3), ("galleon", 1)])
def test_sluggish(hull, speed):
    """HS-FLAW-3: Speed -1, but never under 1."""
    assert ship(hull, flaws=["sluggish"]).speed == speed


@pytest.mark.parametrize(("hull", "handling"), [("corsair", 3), ("galleon", 1)])
def test_small_rudder(hull, handling):
    """HS-FLAW-5: Handling -1, but never under 1."""
    assert ship(hull, flaws=["small_rudder"]).handling == handling


def test_tattered_sails():
    """HS-FLAW-7: up to five points of Rigging less; they are not damage."""
    made = ship(flaws=[{"tattered_sails": 5}])
    assert made.rigging == made.rigging_max == 10
    assert "over the 5" in refused(ship, flaws=[{"tattered_sails": 6}])
    assert "rigging_points: 11 is over the 10" in refused(ship, flaws=[{"tattered_sails": 5}], rigging_points=11)


def test_awkward_cargo_space():
    """HS-FLAW-9: one ton less in the hold."""
    assert ship(flaws=["awkward_cargo_space"], powder=8).powder == 960
    assert "9" in refused(ship, flaws=["awkward_cargo_space"], powder=9)


def test_cramped():
    """HS-FLAW-10: a tenth fewer hands than the hull holds; pirates are as many as fit in."""
    assert ship(flaws=["cramped"]).crew == 90
    assert "crew.hands: 91 is over the 90" in refused(ship, flaws=["cramped"], crew={"hands": 91})


@pytest.mark.parametrize(
    ("months", "flaws", "speed"), [(4, [], 4), (5, [], 3), (7, [], 1), (30, [], 1), (2, ["old"], 4), (4, ["old"], 2)]
)
def test_overdue_for_careening(months, flaws, speed):
    """HS-REPAIR-12, HS-FLAW-2: Speed -1 for each month after the fourth, after the second if she is Old."""
    assert ship(months_since_careening=months, flaws=flaws).speed == speed


HELPLESS = {"hull": "corsair", "crew": {"hands": 5}}


def test_nobody_steers_a_warped_rudder():
    """HS-FLAW-14: with fewer hands than the sails need she has no order to give and swings in a bare Circle."""
    state = battle({**HELPLESS, "flaws": ["warped_rudder"]}, range="medium")
    assert legal(state, 0) == ["pass"]
    play(state, "pass", "evade")
    assert (state.ship[0].order, state.ship[0].desperate) == (r.CIRCLE, 0)


def test_a_straight_rudder_can_be_put_hard_over():
    """HS-FLAW-14, HS-CREW-1: without the flaw she may still turn hard; with it and hands enough she has every order."""
    assert legal(battle(HELPLESS, range="medium"), 0) == ["circle", "circle+hard_turns"]
    state = battle({"hull": "corsair", "flaws": ["warped_rudder"]}, range="medium")
    assert len(legal(state, 0)) == 9


def test_the_helm_is_left_in_the_middle_of_a_fight():
    """HS-FLAW-14: what the end of a turn leaves of the hands counts for the next."""
    state = battle({"hull": "corsair", "crew": {"hands": 12}, "flaws": ["warped_rudder"]}, range="medium")
    play(state, "circle", "circle")
    state.ship[0].sail_crew = 5
    play(state, "steady", "steady", [0])
    hold(state)
    assert state.turn == 2 and legal(state, 0) == ["pass"]
    play(state, "pass", "bear_down")
    assert state.ship[0].order == r.CIRCLE


def test_a_helpless_runner_is_run_down():
    """HS-FLAW-14, HS-TACTIC-7: the chase alone goes on without an order of hers."""
    state = battle({**HELPLESS, "flaws": ["warped_rudder"]}, game=CHASE, missions=["run", "hunt"], range="short")
    assert legal(state, 0) == ["pass"]
    play(state, "pass", "bear_down")
    assert state.ending == r.TAKEN


# --- what does not go together ------------------------------------------------------------------------------


def pairs():
    return [rule["pair"] for rule in shipyard.yard_data()["opposites"]]


@pytest.mark.parametrize(("flaw", "modification"), pairs())
def test_a_flaw_beside_its_opposite(flaw, modification):
    """HS-FLAW-3, HS-FLAW-5: refused in a line that names both."""
    points = {"tattered_sails": 2, "reinforced_rigging": 2}
    line = refused(
        ship, flaws={flaw: points.get(flaw, True)}, modifications={modification: points.get(modification, True)}
    )
    assert "ships.0" in line and f"{flaw} does not go with {modification}" in line


def test_opposites_that_the_rules_name():
    """HS-FLAW-3, HS-FLAW-5: streamlined and sluggish, a superior and a small rudder."""
    named = {tuple(rule["pair"]) for rule in shipyard.yard_data()["opposites"] if rule["source"] == "text"}
    assert named == {("sluggish", "streamlined"), ("small_rudder", "superior_rudder")}


def test_everything_else_goes_together():
    both = {"reinforced_hull": 5, "streamlined": True, "oars": True, "boarding_party": True}
    made = ship(modifications=both, flaws=["small_rudder", "vermin", "old", "cramped"])
    assert (made.hull, made.speed, made.handling, made.crew) == (30, 5, 3, 90)


# --- how they are written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        ["oars", {"reinforced_hull": 3}],
        [{"reinforced_hull": 3}, {"oars": True}],
        {"reinforced_hull": 3, "oars": True},
        {"reinforced_hull": 3, "oars": True, "streamlined": False, "reinforced_rigging": 0},
    ],
)
def test_a_list_or_a_mapping(written):
    made = ship(modifications=written)
    assert (made.hull, made.oars, made.speed, made.rigging) == (28, 1, 4, 15)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (["reinforced_hull"], ["how many points, 1 to 5", "reinforced_hull: 5"]),
        ({"reinforced_hull": True}, ["how many points, 1 to 5"]),
        ({"reinforced_hull": -1}, ["reinforced_hull", "-1"]),
        ({"reinforced_hull": "two"}, ["reinforced_hull", "'two'"]),
        ({"reinforced_hull": 10**30}, ["over the 5"]),
        ({"oars": 2}, ["oars", "2", "true or false"]),
        (["oar"], ["'oar' is not known", "'oars'"]),
        ({"oar": True}, ["oar", "'oars'"]),
        ([["oars"]], ["['oars'] is not known"]),
        ([None], ["None is not known", "oars"]),
        ([{3: 4}], ["3 is not known"]),
        (["oars", "oars"], ["oars stands there twice"]),
        ([{"reinforced_hull": 2}, {"reinforced_hull": 3}], ["twice"]),
        (["sluggish"], ["'sluggish' is not known"]),
        ("oars", ["'oars'"]),
        ({"boarding_party": "all"}, ["boarding_party", "'all'"]),
    ],
)
def test_written_wrongly(written, says):
    line = refused(ship, modifications=written)
    assert line.startswith("scenario: ships.0.modifications")
    assert all(part in line for part in says), line


def test_a_name_of_every_entry():
    """The tables and the fields are the same, and every entry says where its numbers come from."""
    yard = shipyard.yard_data()
    assert list(yard["modifications"]) == list(shipyard.Modifications.model_fields)
    assert list(yard["flaws"]) == list(shipyard.Flaws.model_fields)
    entries = [*yard["modifications"].values(), *yard["flaws"].values(), *yard["hull_cost"].values()]
    assert {entry["source"] for entry in entries} == {"text", "derived"}


# --- ships by name ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", configs.names("high_seas/ships"))
def test_ships_of_ours(name):
    """Each can be sent into a battle by her name alone."""
    state = scenario.battles({"ships": [name, {"hull": "corsair"}]})[0]
    spec = scenario.load_ship(name)
    assert r.HULLS[state["ship"]["kind"][0]] == spec.hull
    assert movement.out_of_sight(state) == 0 and state["ship"]["hull"][0] > 0


def test_a_ship_in_a_file_beside_the_scenario(tmp_path):
    """A path counts from the folder of the scenario that names it."""
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "mine.yaml").write_text("hull: galleon\nmodifications: [reinforced_hull: 4]\n")
    (tmp_path / "fight.yaml").write_text("ships:\n  - ours/mine.yaml\n  - sea_hawk\n")
    state = scenario.battles(str(tmp_path / "fight.yaml"))[0]
    assert state["ship"]["hull"].tolist() == [54, 25]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("see_hawk", "did you mean 'sea_hawk'?"),
        ("none.yaml", "there is no such file"),
        ("ours/hawk", "there is no such file"),
        ("", "nothing in high_seas/ships is called ''"),
    ],
)
def test_a_ship_that_there_is_not(name, says):
    assert says in refused(scenario.battles, {"ships": [name, {"hull": "corsair"}]})


def test_a_wrong_ship_file_is_named(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("hull: galeon\n")
    with pytest.raises(BadInput, match=r"mine\.yaml: hull: 'galeon' is not known; did you mean 'galleon'\?"):
        scenario.battles({"ships": [str(path), {"hull": "corsair"}]})
