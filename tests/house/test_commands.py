"""Docs as tests: every command and every option is described where a reader looks for it."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import click
import pytest

from tests.house.rules import ROOT

SCRIPTS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]


def commands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """A command and all below it, each under the words that one types."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            child = command.get_command(context, word)
            if child is not None and not child.hidden:
                yield from commands(f"{name} {word}", child)


def options(command: click.Command) -> list[str]:
    """The long spelling of each option of a command."""
    return [
        max(parameter.opts, key=len)
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.hidden
    ]


def sections(text: str) -> Iterator[str]:
    """A document cut at its headings; a # inside a code block is no heading."""
    part: list[str] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= line.lstrip().startswith("```")
        if not fenced and re.match(r"#+ ", line):
            yield "\n".join(part)
            part = []
        part.append(line)
    yield "\n".join(part)


def undocumented(name: str, command: click.Command, documents: list[str]) -> list[str]:
    """What the sections that name a command forget to say about it."""
    named = re.compile(r"(?<![\w-])" + r"\s+".join(map(re.escape, name.split())) + r"(?![\w-])")
    about = "\n".join(part for text in documents for part in sections(text) if named.search(part))
    if not about:
        return [f"`{name}` is in no document; describe it in README.md or docs/*.md"]
    return [
        f"`{name}` takes {option}, but no section that names the command says so; see README.md, docs/*.md"
        for option in options(command)
        if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", about)
    ]


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_every_command_is_documented_with_each_of_its_options(script: str) -> None:
    main = EntryPoint(script, SCRIPTS[script], "console_scripts").load()
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    documents = [path.read_text("utf-8") for path in paths]
    faults = [
        fault for name, command in commands(script, main) for fault in undocumented(name, command, documents)
    ]
    assert not faults, "\n".join(faults)


def test_an_option_is_missed_when_only_another_command_documents_it() -> None:
    @click.group()
    def station() -> None: ...

    @station.command()
    @click.option("--json", "-j", is_flag=True)
    def play(json: bool) -> None:
        del json

    described = "# Play\n```\n# a round\nstation play FILE\n```\n"
    tree = dict(commands("station", station))
    assert list(tree) == ["station", "station play"]
    assert undocumented("station play", play, ["# Odds\n`station odds`"]) == [
        "`station play` is in no document; describe it in README.md or docs/*.md"
    ]
    assert "takes --json" in undocumented("station play", play, [described + "# Odds\n`--json`"])[0]
    assert undocumented("station play", play, [described + "With `--json` as data."]) == []
