"""The pages of the games on disk are what their facts say."""

from pathlib import Path

import gymnasium

import quarterdeck.envs as envs
from quarterdeck.envs.faces.docs import docs_page, page_names

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "environments"


def test_the_pages_on_disk_are_up_to_date():
    known = {name: docs_page(game) for name, game in page_names().items()}
    on_disk = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert on_disk == known, "write them again: quarterdeck.envs.faces.docs.write_pages"


def test_a_page_names_every_action_and_feature():
    for game in envs.games().values():
        page = gymnasium.make(game.id).unwrapped.__doc__
        assert page == docs_page(game)
        assert all(f"`{name}`" in page for name in (*game.actions, *game.feature_names))
        titles = [line[3:] for line in page.splitlines() if line.startswith("## ")]
        assert titles == [
            "Description",
            "Action Space",
            "Observation Space",
            "Rewards",
            "Starting State",
            "Episode End",
            "Arguments",
            "Version History",
        ]
