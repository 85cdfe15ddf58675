"""The game masters of high_seas: always lawful, alike compiled and plain, each with her habits."""

import os
import subprocess
import sys

import numpy as np
import pytest

from quarterdeck import agents
from quarterdeck.configs import BadInput
from quarterdeck.envs.batch import Batch
from quarterdeck.envs.captain import script_names
from quarterdeck.envs.engine import LEARNER
from quarterdeck.envs.game import find_game
from quarterdeck.envs.high_seas import record as r
from quarterdeck.envs.high_seas import turn
from tests.agents.choosing import check_alike

DUEL = find_game("HighSeasDuel")
SCRIPTS = script_names(DUEL.rules)[1:]


def battle(mine="corsair", theirs="merchantman", missions=("duel", "duel"), distance="medium", **ours):
    """One battle at the orders of its first turn; `ours` are more fields of the first ship."""
    scenario = {
        "ships": [{"hull": mine, **ours}, {"hull": theirs}],
        "missions": list(missions),
        "range": distance,
    }
    states = DUEL.build(scenario)
    turn.setup(states[0])
    return states


def choice(captain, states, seat=0):
    """The name of what a captain does."""
    return DUEL.actions[agents.load(DUEL, captain).choose(DUEL, states, seat)[0]]


def at_grapple(states):
    """The same battle at Close, when grapples may be thrown."""
    states["range"], states["phase"] = r.CLOSE, r.GRAPPLE
    states["ship"]["order"] = r.BEAR_DOWN
    return states


def at_fire(states, order=r.CIRCLE, arcs=r.ARC_BROADSIDE):
    """The same battle when guns may fire, after this order of the first ship."""
    states["phase"] = r.FIRE
    states["ship"][:, 0]["order"], states["ship"][:, 0]["arcs"] = order, arcs
    return states


# who do not know each other yet, with hidden guns
STRANGERS = {
    "ships": [{"hull": "any", "heroes": 1, "modifications": ["concealed_gunports"]}] * 2,
    "range": "long",
    "weather": "rough",
}


@pytest.mark.parametrize("name", ["HighSeasDuel", "HighSeasChase", "HighSeasBroadside", "HighSeasBoarding"])
def test_every_choice_is_legal(name):
    game = find_game(name)
    templates = np.concatenate([game.build("default"), game.build("hunt"), game.build("heroes"), game.build(STRANGERS)])
    templates["phases"] = game.build("default")["phases"][0]
    captains = [agents.load(game, script) for script in SCRIPTS]
    batch = Batch(game, templates, 256, LEARNER)
    batch.reset(range(256))
    rng = np.random.default_rng(1)
    asked = 0
    for _ in range(60):
        live = np.flatnonzero(batch.ended == 0)
        for seat in range(game.seats):
            states, masks = batch.states[live], batch.masks[live, seat]
            orders = [captain.choose(game, states.copy(), seat) for captain in captains]
            for actions in orders:
                assert masks[np.arange(len(live)), actions].all()
            which = rng.integers(len(captains), size=len(live))
            batch.orders[live, seat] = np.choose(which, orders)
        asked += len(live)
        batch.step()
        assert not batch.illegal.any()
        batch.reset(rows=batch.ended > 0)
    assert asked == 60 * 256


def test_she_plays_alike_in_the_loop_and_asked_from_python():
    check_alike(DUEL, DUEL.build("default"), ("gunner", "boarder"), 64)


def test_she_plays_alike_compiled_and_plain():
    script = (
        "import hashlib, quarterdeck.envs\n"
        "from quarterdeck.envs.batch import Batch\n"
        "from quarterdeck.envs.game import find_game\n"
        "game = find_game('HighSeasDuel')\n"
        f"batch = Batch(game, game.build('default'), {len(SCRIPTS)}, [[i, 8 - i] for i in range(1, 8)])\n"
        f"batch.slots['generator'] = range({len(SCRIPTS)})\n"
        "batch.reset()\n"
        "print(hashlib.sha256(batch.states.tobytes()).hexdigest())\n"
    )

    def fought(plain):
        env = {**os.environ, "NUMBA_DISABLE_JIT": plain}
        done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert len(fought("1")) == 64
    assert fought("1") == fought("0")


@pytest.mark.parametrize("captain", SCRIPTS)
def test_she_beats_or_holds_random(captain):
    batch = Batch(DUEL, DUEL.build("default"), 2000, [SCRIPTS.index(captain) + 1, 0])
    batch.reset(range(2000))
    # those who flee end most duels at 0 at once
    assert batch.rewards[:, 0].mean() > (-0.05 if captain in ("runner", "merchant") else 0.2)


# --- habits -------------------------------------------------------------------------------------------------


def test_the_gunner_circles_where_her_guns_tell_and_closes_from_afar():
    assert choice("gunner", battle("large_warship", "large_warship", distance="short")).startswith("circle")
    assert choice("gunner", battle("large_warship", "large_warship", distance="far")).startswith("bear_down")


def test_the_gunner_fires_her_broadside_at_the_hull():
    assert choice("gunner", at_fire(battle("large_warship", "galleon", distance="short"))) == "port@hull"
    states = at_fire(battle("large_warship", "galleon", distance="short"))
    states["ship"][:, 0]["loaded"][:, r.PORT] = 0
    assert choice("gunner", states) == "starboard@hull"


def test_a_hit_that_takes_the_last_rigging_is_worth_more_than_a_scratch():
    states = at_fire(battle("corsair", "galleon", distance="close", fit="light"))
    assert choice("gunner", states) == "port@hull"
    states["ship"][:, 1]["rigging"] = 2
    assert choice("gunner", states) == "port@rigging"


def test_a_gunner_short_of_powder_saves_it_for_a_likelier_shot():
    states = at_fire(battle("galleon", "corsair", distance="extreme"))
    states["ship"]["known"] = 1
    assert choice("gunner", states) == "port@hull"
    states["ship"][:, 0]["powder"] = 30
    assert choice("gunner", states) == "hold"


def test_hard_turns_when_they_spare_more_hull_than_the_rudder_is_worth():
    states = battle("small_warship", "large_warship", distance="short")
    assert choice("warship", states) == "circle+hard_turns"
    states["ship"][:, 1]["guns"] = 1
    assert choice("warship", states) == "circle"


def test_the_boarder_bears_down_and_grapples_with_better_squads():
    assert choice("boarder", battle("corsair", "galleon", distance="short")).startswith("bear_down")
    assert choice("boarder", at_grapple(battle("corsair", "galleon"))) == "grapple"
    assert choice("boarder", at_grapple(battle("galleon", "corsair"))) == "stand_off"


def test_the_boarder_sweeps_the_deck_with_grapeshot_before_she_boards():
    assert choice("boarder", at_fire(battle("corsair", "merchantman", distance="close"))) == "port@grape"


def test_the_runner_evades_and_wets_her_sails_while_a_chase_is_open():
    states = battle("merchantman", "small_warship")
    assert choice("runner", states) == "evade+wet_sails"
    states["ship"][:, 0]["wet"] = 1
    assert choice("runner", states) in ("evade", "evade+hard_turns")
    states["ship"][:, 0]["wet"] = 0
    states["ship"][:, 0]["rigging"] = 3
    assert choice("runner", states) in ("evade", "evade+hard_turns")
    states["ship"][:, 0]["rigging"] = 0
    assert choice("runner", states).startswith("circle")


def test_the_runner_fires_her_stern_guns_at_the_rigging():
    assert choice("runner", at_fire(battle(), order=r.EVADE, arcs=r.ARC_STERN)) == "stern@rigging"


def test_a_merchant_flees_without_a_shot_until_she_is_caught():
    """HS-MEET-11: merchantmen and galleons leave others alone."""
    assert choice("merchant", battle("galleon", "corsair")).startswith("evade")
    away = at_fire(battle("galleon", "corsair"), order=r.EVADE, arcs=r.ARC_STERN)
    assert choice("merchant", away) == "hold"
    caught = at_fire(battle("galleon", "corsair", distance="close"), order=r.EVADE, arcs=r.ARC_STERN | r.ARC_BROADSIDE)
    assert choice("merchant", caught) == "port@hull"


def test_a_corsair_takes_merchants_and_flees_warships():
    """HS-MEET-12: her habit, by the kind of the other ship."""
    assert choice("corsair", battle("corsair", "merchantman")).startswith("bear_down")
    assert choice("corsair", battle("corsair", "galleon")).startswith("bear_down")
    assert choice("corsair", battle("corsair", "small_warship")).startswith("evade")
    assert choice("corsair", battle("corsair", "large_warship")).startswith("evade")


def test_a_warship_attacks_whoever_it_is():
    for enemy in r.HULLS:
        assert choice("warship", battle("small_warship", enemy, distance="far")).startswith("bear_down")
        assert choice("warship", battle("small_warship", enemy, distance="short")).startswith("circle")


def test_the_prudent_one_breaks_off_when_outmatched_or_badly_hurt():
    assert choice("prudent", battle("corsair", "large_warship", fit="light")).startswith("evade")
    states = battle("large_warship", "large_warship", distance="short")
    assert choice("prudent", states) == choice("gunner", states)
    states["ship"][:, 0]["hull"] = 10
    assert choice("prudent", states).startswith("evade")


# --- a sail that nobody has made out ------------------------------------------------------------------------


def strangers(hull, distance="long", **theirs):
    """A small warship and a ship that she has not recognised, beyond Medium in rough weather."""
    enemy = {"hull": hull, **theirs}
    states = DUEL.build(
        {
            "ships": [{"hull": "small_warship"}, enemy],
            "range": distance,
            "weather": "rough",
            "missions": ["duel", "duel"],
        }
    )
    turn.setup(states[0])
    states["ship"]["known"] = 0
    return states


@pytest.mark.parametrize("captain", SCRIPTS)
@pytest.mark.parametrize("phase", [r.ORDERS, r.MANEUVER, r.GRAPPLE, r.FIRE])
def test_nobody_peeks_at_a_stranger(captain, phase):
    """HS-TURN-6: what a captain does about a ship she has not recognised is the same whatever ship it is."""
    found = set()
    for hull in r.HULLS:
        for theirs in ({}, {"fit": "light"}, {"captain": {"wits": 5}}, {"hull_points": 20, "rigging_points": 2}):
            for distance in ("close", "long"):
                states = strangers(hull, distance, **theirs)
                states["phase"] = phase
                states["ship"]["order"] = r.CIRCLE * (phase != r.ORDERS)
                states["ship"]["arcs"] = r.ARC_BROADSIDE
                found.add((distance, choice(captain, states)))
    assert len(found) == 2


@pytest.mark.parametrize("captain", ["boarder", "corsair", "prudent"])
def test_they_go_and_look_who_she_is(captain):
    """HS-MEET-12, HS-MEET-17: near enough for the lookouts, and no nearer."""
    assert choice(captain, strangers("galleon")).startswith("bear_down")
    assert choice(captain, strangers("galleon", "medium")).startswith("circle")


def test_a_merchant_flees_from_any_sail():
    """HS-MEET-11: she bothers nobody, known or not."""
    assert choice("merchant", strangers("corsair")).startswith("evade")


@pytest.mark.parametrize("captain", SCRIPTS)
def test_nobody_counts_hidden_guns(captain):
    """HS-MOD-10: guns behind closed ports change nobody's mind."""
    found = set()
    for guns in (0, 2, 8):
        fit = {"port": guns, "starboard": guns, "chasers": 2, "stern": 2}
        scenario = {
            "ships": [
                {"hull": "corsair"},
                {"hull": "corsair", "guns": fit, "crew": {"hands": 100}, "modifications": ["concealed_gunports"]},
            ],
            "range": "short",
        }
        states = DUEL.build(scenario)
        turn.setup(states[0])
        found.add(choice(captain, states))
    assert len(found) == 1


# --- heroes -------------------------------------------------------------------------------------------------


def at_deed(mine=10, theirs=10, **ours):
    """Two corsairs in a melee, and a hero aboard each."""
    states = battle("corsair", "corsair", heroes=1, **ours)
    states["range"], states["phase"], states["grappled"] = r.CLOSE, r.DEED, 1
    states["ship"]["heroes"] = states["ship"]["deeds_left"] = 1
    states["ship"]["squads"] = [[mine, theirs]]
    return states


def test_heroes_cut_sails_while_they_hold_their_own():
    """HS-HERO-3"""
    assert choice("gunner", at_deed()) == "cut_sail"
    assert choice("boarder", at_deed(12, 8)) == "cut_sail"
    states = at_deed()
    states["ship"]["rigging"] = 0
    assert choice("gunner", states) == "no_deed"


def test_heroes_of_the_weaker_side_cut_ropes():
    """HS-HERO-8"""
    assert choice("gunner", at_deed(8, 10)) == "cut_rope"
    assert choice("runner", at_deed()) == "cut_rope"


def test_heroes_of_a_beaten_side_light_the_magazine_and_then_get_away():
    """HS-HERO-5"""
    states = at_deed(5, 10)
    assert choice("gunner", states) == "long_fuse"
    states["ship"][:, 1]["fuse"] = 2
    assert choice("gunner", states) == "cut_rope"


def test_a_fuse_is_doused_first_of_all():
    """HS-HERO-5"""
    states = at_deed(5, 10)
    states["ship"][:, 0]["fuse"] = 1
    assert choice("gunner", states) == "douse_fuse"


@pytest.mark.parametrize("captain", SCRIPTS)
def test_a_mission_comes_before_temper(captain):
    running = battle("merchantman", "small_warship", missions=("run", "hunt"))
    assert choice(captain, running, 0).startswith("evade")
    assert choice(captain, running, 1).startswith("bear_down")


@pytest.mark.parametrize("mine, theirs, expected", [(3, 2, "maneuver"), (2, 2, "maneuver"), (2, 3, "steady")])
def test_a_brilliant_maneuver_unless_the_enemy_captain_is_better(mine, theirs, expected):
    states = battle()
    states["phase"] = r.MANEUVER
    states["ship"]["order"] = r.CIRCLE
    states["ship"]["wits"] = [[mine, theirs]]
    assert choice("gunner", states) == expected


def test_she_turns_back_only_for_a_hand_that_the_sails_cannot_spare():
    states = battle()
    states["phase"] = r.MISHAP
    states["ship"]["order"] = r.CIRCLE
    states["ship"][:, 0]["adrift"] = r.SWELL
    assert choice("runner", states) == "leave"
    states["ship"][:, 0]["sail_crew"] = states["ship"][:, 0]["sail_minimum"]
    assert choice("runner", states) == "turn_back"


# --- by name ------------------------------------------------------------------------------------------------


def test_captains_are_listed_and_found_by_name():
    assert agents.names("high_seas")[: len(SCRIPTS) + 1] == ["random", *SCRIPTS]
    assert agents.load("quarterdeck/HighSeasChase-v0", "runner").name == "runner"


def test_a_name_that_nobody_has_is_refused_with_the_nearest():
    with pytest.raises(BadInput) as error:
        agents.load(DUEL, "guner")
    assert str(error.value) == "no captain of quarterdeck/HighSeasDuel-v0 is called 'guner'; did you mean 'gunner'?"
