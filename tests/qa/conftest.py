from collections.abc import Callable
from pathlib import Path

import pytest

from qa.service import Service, ServiceSettings
from tests.fakes import HashEmbedder

MakeService = Callable[[dict[str, str]], Service]


@pytest.fixture
def make_service(tmp_path: Path) -> MakeService:
    """Return a function that makes a service over files given as {name: text}."""

    def make(files: dict[str, str]) -> Service:
        folder = tmp_path / "documents"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        service = Service(ServiceSettings(tmp_path / "store"), HashEmbedder())
        outcomes = [r.outcome for r in service.ingest(service.plan([folder]))]
        assert "failed" not in outcomes
        return service

    return make
