"""Prompts a person picks in their client: how to go about a task with the tools of this server."""
from __future__ import annotations

from dataclasses import dataclass

from coderag.errors import UsageError


@dataclass(frozen=True)
class Prompt:
    """``text`` has one ``{place}`` for each argument; each argument is required."""

    name: str
    description: str
    arguments: dict[str, str]  # name -> description
    text: str

    def fill(self, given: dict[str, str]) -> str:
        """UsageError if an argument is missing or blank."""
        missing = [name for name in self.arguments if not str(given.get(name, "")).strip()]
        if missing:
            raise UsageError(f"prompt {self.name}: argument {missing[0]} is missing", self.arguments[missing[0]])
        return self.text.format_map({name: str(given[name]).strip() for name in self.arguments})


PROMPTS: dict[str, Prompt] = {
    p.name: p
    for p in (
        Prompt(
            "explore_feature",
            "Understand how something works here",
            {"feature": "What to understand, in a few words"},
            "Explain how this works in this repository: {feature}\n\n"
            "1. search_code with these words (detail=outline first, if the area is unknown to you); search_docs for intent.\n"
            "2. get_symbol_info for the central names: read their code, then their callers.\n"
            "3. get_file_symbols before reading a long file; read only the ranges you need.\n"
            "Answer with the path from entry point to effect, each step with path and line. Say what you did not verify.",
        ),
        Prompt(
            "find_where_to_change",
            "Find every place that a change touches",
            {"change": "The change you want to make"},
            "Find where this change has to be made: {change}\n\n"
            "1. search_code for the behaviour as it is now; get_symbol_info for each name that would change.\n"
            "2. find_similar on the code to be changed: copies need the same change.\n"
            "3. search_code with path set to the tests' folder for tests that pin the behaviour; search_docs for its docs.\n"
            "4. grep for literal strings (messages, keys), which references by name do not cover.\n"
            "Answer with a list of path:line, what changes there, and what could break. Do not edit yet.",
        ),
        Prompt(
            "review_change",
            "Review a branch or commit against its surroundings",
            {"ref": "Branch or commit to review"},
            "Review the change on {ref} (git diff against its merge base).\n\n"
            "For each changed definition: get_symbol_info with ref={ref} for callers that the change may break, and "
            "find_similar for code that needed the same fix and did not get it. search_code with ref={ref} for an existing "
            "helper that the change writes again. Check that tests cover the new behaviour.\n"
            "Answer with findings ordered by severity, each with path:line and a concrete suggestion.",
        ),
    )
}
