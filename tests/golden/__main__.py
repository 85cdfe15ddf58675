"""`python -m tests.golden` plays the recorded battles again and writes them down."""

import quarterdeck.envs  # noqa: F401  registers the games
from quarterdeck.envs.game import games
from tests.golden.recording import path, record


def main() -> None:
    """Write every recording, and say which ones have changed: read the difference before it is committed."""
    for game in games().values():
        file, text = path(game), record(game)
        same = file.is_file() and file.read_text(encoding="utf-8") == text
        file.write_text(text, encoding="utf-8")
        print(f"{file.name}: {'as before' if same else 'recorded'}")


if __name__ == "__main__":
    main()
