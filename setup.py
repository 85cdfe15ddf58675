"""Every folder at the root with a py.typed becomes quarterdeck.<folder>, and docs goes along."""

from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent
rooms = [ROOT / "docs", *sorted(marker.parent for marker in ROOT.glob("*/py.typed"))]
folders = [folder for room in rooms for folder in (room, *sorted(room.rglob("*/")))]
paths = [folder.relative_to(ROOT) for folder in folders if folder.name != "__pycache__"]
package_dir = {".".join(["quarterdeck", *path.parts]): path.as_posix() for path in paths}
setup(packages=list(package_dir), package_dir=package_dir)
