"""What the layout promises, checked."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

from casino.domain.refusals import Refusal
from casino.journal import COMMANDS
from casino.journal.projections import PROJECTIONS
from casino.keeping import Secret, Work

ROOT = Path(__file__).parent.parent
APPS = ("casino", "devices", "payouts", "games", "promotions")


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_no_services_import_other_services() -> None:
    files = [*ROOT.glob("*/services.py"), *(file for file in ROOT.glob("*/services/*.py") if file.stem != "__init__")]
    found = [(str(file), name) for file in files for name in _imports(file) if "services" in name.split(".")]
    assert found == []


def test_apps_import_only_domain_and_selectors_of_apps_below() -> None:
    private = {"models", "projections", "views"}
    found = [
        (str(file.relative_to(ROOT)), name)
        for app in APPS
        for file in (ROOT / app).rglob("*.py")
        for name in _imports(file)
        if (parts := name.split("."))[0] in APPS and parts[0] != app and len(parts) > 1 and parts[1] in private
    ]
    assert found == []


def test_every_read_model_belongs_to_one_projection() -> None:
    owned = Counter(table for projection in PROJECTIONS.values() for table in projection.tables)
    models = [model for app in APPS for model in apps.get_app_config(app).get_models() if not issubclass(model, Secret | Work)]
    assert [model for model in models if owned[model] != 1] == []


def test_every_refusal_has_a_code_of_its_own() -> None:
    codes = Counter(kind.code for kind in _subclasses(Refusal) if kind.__module__.startswith(APPS) and kind.code != Refusal.code)
    assert [code for code, times in codes.items() if times > 1] == []


def test_every_command_is_a_service() -> None:
    ours = {name: command.__module__ for name, command in COMMANDS.items() if name.startswith(APPS)}
    assert {name: module for name, module in ours.items() if ".services" not in module} == {}


def _subclasses(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)
