"""The page of a game, in the order that Gymnasium's pages have, made from the game's facts."""

from functools import cache
from pathlib import Path

from quarterdeck import configs

from ..captain import script_names
from ..game import Game, games

_SIDE = (
    '`"side_0"`: all seats of a side: she is asked for one of her ships after the other, from each ship\'s own'
    " seat, and the phase is played with the last order"
)


@cache
def docs_page(game: Game) -> str:
    """The page of one game as Markdown; also the docstring of its environments."""
    parts = [
        ("Description", _description(game)),
        ("Action Space", _actions(game)),
        ("Observation Space", _observations(game)),
        ("Rewards", _rewards(game)),
        ("Starting State", _start(game)),
        ("Episode End", _end(game)),
        ("Arguments", _arguments(game)),
        ("Version History", f"* v{game.version}: the present one."),
    ]
    return f"# {game.name}\n\n" + "\n\n".join(f"## {title}\n\n{text}" for title, text in parts) + "\n"


def _description(game: Game) -> str:
    return f"{game.about}\n\n`{game.id}`, a game of the rule set `{game.rules.name}` for {game.seats} captains."


def _actions(game: Game) -> str:
    rows = "\n".join(f"- {number}: `{name}`" for number, name in enumerate(game.actions))
    return (
        f"`Discrete({len(game.actions)})`. All captains act at the same time. `info['action_mask']` (int8)"
        " says what is legal; an illegal action is replaced by the legal one of lowest index, and"
        " `info['illegal']` says so."
        f" `pass` is legal exactly when nothing else is.\n\n{rows}"
    )


def _observations(game: Game) -> str:
    rows = "\n".join(
        f"| {number} | `{name}` | {low:g} | {high:g} |" for number, (name, low, high) in enumerate(game.features)
    )
    return (
        f"`Box` of float32, shape ({len(game.features)},), as seen from the captain's own seat:\n\n"
        f"| Num | Observation | Min | Max |\n|---|---|---|---|\n{rows}"
    )


def _rewards(game: Game) -> str:
    least, most = game.payoffs
    sums = " The captains' payoffs add up to 0." if game.zero_sum else ""
    return f"0 until the end, then the payoff of the captain's mission, from {least:g} to {most:g}.{sums}"


def _start(game: Game) -> str:
    names = configs.names(f"{game.rules.name}/scenarios")
    known = f" The rule set has: {', '.join(f'`{name}`' for name in names)}." if names else ""
    return f"As `scenario` says, which may be a set of battles from which each episode draws one.{known}"


def _end(game: Game) -> str:
    endings = ", ".join(f"`{name}`" for name in game.endings)
    return (
        f"Termination: the battle is over; `info['ending']` is one of {endings}. No battle takes more than"
        f" {game.longest} steps, so there is no truncation unless `max_episode_steps` asks for one."
    )


def _arguments(game: Game) -> str:
    scripts = ", ".join(f"`{name}`" for name in script_names(game.rules))
    parameters = (
        (
            "scenario",
            "str, path or mapping",
            '"default"',
            "its name, its YAML file, or what would be in the file",
        ),
        (
            "opponent",
            "str, path, captain or list",
            '"random"',
            f"who has the other seats: a scripted captain ({scripts}), a learned one by name or file, an"
            " object with `choose`, or a list of these or of (opponent, weight) pairs from which each episode"
            " draws",
        ),
        (
            "seat",
            'int or `"both"`' if game.sides is None else 'int, `"both"` or `"side_0"`, `"side_1"`, ...',
            "0",
            'the learner\'s; `"both"`: the seed modulo the number of seats, and the next in each next one'
            + ("" if game.sides is None else f"; {_SIDE}"),
        ),
        (
            "render_mode",
            "str",
            "None",
            '`"ansi"`: text, and what was done since the last call; `"rgb_array"`: a picture',
        ),
        ("num_envs", "int", "1", "vector only: battles side by side"),
        ("threads", "int", "1", "vector only: threads that share the battles"),
        ("copy", "bool", "True", "vector only: `False` returns arrays that a later step overwrites"),
        ("max_episode_steps", "int", "None", "steps after which an episode is truncated"),
    )
    rows = "\n".join(f"| `{name}` | {kind} | `{default}` | {about} |" for name, kind, default, about in parameters)
    return f"""\
```python
>>> import gymnasium as gym
>>> import quarterdeck.envs
>>> env = gym.make("{game.id}", opponent="random")
>>> envs = gym.make_vec("{game.id}", num_envs=4, seat="both")
>>> parallel = quarterdeck.envs.parallel_env("{game.id}")
```

| Parameter | Type | Default | Description |
|---|---|---|---|
{rows}"""


def page_names() -> dict[str, Game]:
    """The games that ship with the package, by the file of their page."""
    ours = (game for game in games().values() if game.rules.apply.__module__.startswith("quarterdeck."))
    return {f"{game.name}-v{game.version}.md": game for game in ours}


def write_pages(folder: Path) -> None:
    """Write the pages of the games that ship with the package into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, game in page_names().items():
        (folder / name).write_text(docs_page(game), encoding="utf-8")
