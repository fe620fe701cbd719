"""Logs: one JSON object a line in production, words for people in a demo; the libraries' lines look like ours."""

import logging.config
import re
from typing import Any

import structlog

TICKET = re.compile(r"(?<!\d)\d{14}(\d{4})(?!\d)")


def mask_tickets(_: Any, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Leave the last four digits of a ticket number, wherever in a line it stands."""
    return {name: TICKET.sub(r"…\1", value) if isinstance(value, str) else value for name, value in line.items()}


SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]
_FOR_PEOPLE = structlog.dev.ConsoleRenderer(
    colors=False,
    exception_formatter=structlog.dev.plain_traceback,  # the other one shows what every variable held
)


def configuration(*, is_for_people: bool, level: str) -> dict[str, Any]:
    """Django's LOGGING."""
    closing: list[structlog.typing.Processor] = (
        [mask_tickets, _FOR_PEOPLE]
        if is_for_people
        else [structlog.processors.format_exc_info, mask_tickets, structlog.processors.JSONRenderer()]
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *closing],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            name: {"handlers": [], "propagate": True} for name in ("django", "uvicorn", "uvicorn.error", "uvicorn.access")
        }
        | {"django.request": {"level": "ERROR"}}  # what is refused or not found has a line of its own
        | {
            "uvicorn.access": {"handlers": [], "propagate": False, "level": "CRITICAL"}
        }  # it would write down what people look for
        | {name: {"level": "WARNING"} for name in ("celery.worker.strategy", "celery.app.trace")},  # two lines a task
    }


def configure(wanted: dict[str, Any]) -> None:
    """Set up the standard library's logging and structlog on top of it."""
    logging.config.dictConfig(wanted)
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
