"""A large battle in words and as a picture."""

import numpy as np
import pytest

from quarterdeck.envs.high_seas.fleet import render
from quarterdeck.envs.typed_dice import retell
from tests.envs import playing
from tests.envs.high_seas.fleet.battle import FLEET, all_choose, battle, legal, move, steps, two_on_one


def told(state, chosen, rolls=()):
    """The story of one step, played in place."""
    return playing.told(FLEET, state, chosen, render.NAMES, rolls)


def test_the_story_of_a_turn():
    state = two_on_one()
    assert told(state, ["bear_down:2", "circle:2+hard_turns", "evade"]) == [
        "Sea Hawk: bear down on Black Swan.",
        "Grey Gull: circle Black Swan with hard turns.",
        "Black Swan: evade.",
    ]
    assert told(state, ["maneuver", "steady", "steady"], [14, 9, 3]) == [
        "Brilliant Maneuver of Sea Hawk: 14, +5 against Black Swan.",
        "Brilliant Maneuver of Black Swan: 9.",
        "Sea Hawk wins the chase with Black Swan by 3: Long to Medium.",
        "Grey Gull and Black Swan: Long to Far.",
    ]
    told(state, ["chasers@hull:2", "hold", "hold"], [99, 2, 10])
    assert state.turn == 2


def test_gunfire_and_losses():
    state = two_on_one()
    move(state, "circle:2", "circle:2", "circle:0+1", rolls=[0, 0])
    assert told(state, ["port@hull:2", "hold", "starboard@rigging:1"]) == []
    assert told(state, ["pass", "pass", "hold"], [99, 12, 5]) == [
        "Sea Hawk fires 16 port guns at the hull of Black Swan: 99 against 25, a hit for 12.",
        "Black Swan fires 8 starboard guns at the rigging of Grey Gull: 5 against 40, a miss.",
        "Black Swan: Hull 25 to 13, loses 1 gun.",
    ]


def test_a_grapple_and_the_end():
    state = battle(["corsair"], ["corsair"], range="close")
    move(state, "circle:1", "circle:0", rolls=[0])
    assert told(state, ["grapple:1", "stand_off"], [10, 16, 0, 0]) == [
        "Sea Hawk throws grapples at Grey Gull: 10 against 6, they hold.",
        "Melee: Sea Hawk's fighters strike down 16 squads and have 16 left.",
        "Melee: Grey Gull's fighters strike down 0 squads and have 0 left.",
        "Grey Gull is taken.",
        "Side 0 holds the sea. Side 0 lost 0 of 1 (0 sunk, 0 taken); side 1 lost 1 of 1 (0 sunk, 1 taken).",
    ]


def test_a_last_stand():
    """HS-DAMAGE-7"""
    state = battle(
        ["corsair", "small_warship"], ["corsair"], range="medium", ranges=[{"ships": [0, 2], "range": "close"}]
    )
    move(state, "circle:2", "circle:2", "circle:0", rolls=[0, 0])
    told(state, ["grapple:2", "pass", "stand_off"], [10, *[0] * 6])
    state.ship[2].hull = 3
    lines = told(state, ["hold", "port@hull:2", "hold"], [99, 8, 0, 10, 0, 6])
    assert lines[2:-1] == [
        "Black Swan: Hull 3 to 0.",
        "Black Swan goes down, and her crew has two turns left: 16 squads of hers and 0 of Sea Hawk are left of the "
        "melee.",
        "Sea Hawk is taken by the crew of Black Swan.",
        "Black Swan sinks.",
    ]


def test_short_powder_and_hidden_gunports():
    """HS-FIRE-25, HS-MOD-11"""
    hidden = {"hull": "corsair", "powder": 0.05, "modifications": ["concealed_gunports"]}
    state = battle([hidden], ["corsair", "corsair"], range="close")
    move(state, "evade", "bear_down:0", "bear_down:0", rolls=[1, 1])
    all_choose(state, "stand_off")
    told(state, ["stern@hull:1", "hold", "hold"])
    assert told(state, ["port@hull:2"], [5]) == [
        "Sea Hawk fires 6 port guns at the hull of Black Swan: 5 against 15, a miss.",
    ]
    state = battle([{**hidden, "powder": 1.0}], ["corsair"], range="close")
    move(state, "circle:1", "circle:0", rolls=[0])
    all_choose(state, "stand_off")
    assert told(state, ["hold", "hold"], [20]) == ["Sea Hawk has hidden gunports: lookouts have seen them."]


def test_lost_and_found():
    state = two_on_one(range="extreme")
    all_orders = ["circle:2", "bear_down:2", "evade"]
    told(state, all_orders)
    assert "Sea Hawk and Black Swan: Extreme to out of sight." in told(state, ["steady"] * 3, [2])
    while state.turn == 1:
        all_choose(state, "hold")
    assert told(state, ["rejoin", "circle:2", "circle:1"])[0] == "Sea Hawk: make for the ships she has lost."
    lines = told(state, ["steady" if "steady" in legal(state, seat) else "pass" for seat in range(3)], [0])
    assert "Sea Hawk and Black Swan are in sight of each other again: out of sight to Extreme." in lines


@pytest.mark.parametrize("scenario", ["default", "convoy", "three_sides"])
def test_every_step_can_be_told(scenario):
    """And the page never grows wider than a terminal."""
    for before, orders, after in steps(scenario, 2):
        rolls = retell(FLEET, before, orders, after, render.NAMES)
        assert isinstance(render.narrate(before, orders, after, rolls, render.NAMES), list)
    page = render.describe(after, render.NAMES)
    assert max(len(line) for line in page.splitlines()[:-1]) <= 90
    assert render.result(after, render.NAMES) in page


def test_orders_that_do_not_lead_there_are_refused():
    before, orders, after = next(steps("convoy", 1))
    with pytest.raises(ValueError, match="do not lead"):
        render.narrate(before, np.zeros_like(orders), after, [], render.NAMES)


def test_describe_shows_ships_and_ranges():
    page = render.describe(two_on_one(), render.NAMES)
    assert "Side 0" in page and "Side 1" in page and "Black Swan" in page and "small warship" in page
    assert page.splitlines()[-3:] == ["  0   \\  S  L", "  1   S  \\  L", "  2   L  L  \\"]


def test_a_picture():
    picture = render.picture(two_on_one(), render.NAMES)
    assert picture.shape == (560, 900, 3) and picture.dtype == np.uint8 and len(np.unique(picture)) > 10


def test_every_action_has_a_meaning():
    assert len(FLEET.meanings) == len(FLEET.actions) == len(set(FLEET.meanings))
