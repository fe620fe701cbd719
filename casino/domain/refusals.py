"""A refusal: the rules say no, in a sentence that can be read aloud, under a code that never changes."""

from __future__ import annotations

from typing import ClassVar


class Refusal(Exception):
    """The rules say no. Each decision has its own subclasses beside it."""

    code: str = "refused"
    rule: str = ""
    concerns_money: ClassVar[bool] = False

    def __init__(self, sentence: str, *, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        if rule is not None:
            self.rule = rule


class MoneyRefusal(Refusal):
    """A refusal that concerns money: the attempt goes on the record."""

    concerns_money = True


class RefusedBefore(Refusal):
    """The answer a request got the first time, given again."""

    def __init__(self, code: str, sentence: str, rule: str) -> None:
        super().__init__(sentence, rule=rule)
        self.code = code


class RequestReused(Refusal):
    """One request id, two different requests."""

    code = "request-reused"


class AnotherVenue(Refusal):
    """Every stream belongs to one venue and is written only there."""

    code = "another-venue"


class PreviewChanged(Refusal):
    """What is about to be written is not what was signed."""

    code = "preview-changed"
