"""Requests that a person can make but that cannot be met. The page says why in its own language."""

from typing import Any, Dict


class Refusal(ValueError):
    """`code` names the sentence in words.*.js, `values` fill its places; the message is the same in English."""

    def __init__(self, message: str, code: str, **values: Any) -> None:
        super().__init__(message)
        self.code = code
        self.values: Dict[str, Any] = values
