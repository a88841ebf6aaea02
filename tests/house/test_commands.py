"""The command line reference has a section for every command, which names each of its options."""

import re
from collections.abc import Iterator

import click
from click.testing import CliRunner

from tests.house.rules import ROOT
from tools.documents.commands import below, every_command


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
    """Complaints about what the sections that name a command leave out."""
    named = re.compile(r"(?<![\w-])" + r"\s+".join(map(re.escape, name.split())) + r"(?![\w-])")
    about = "\n".join(part for text in documents for part in sections(text) if named.search(part))
    if not about:
        return [f"`{name}` is in no document; run make docs"]
    return [
        f"`{name}` takes {option}, but no section that names the command says so; run make docs"
        for option in options(command)
        if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", about)
    ]


def test_every_command_is_in_the_reference_with_each_of_its_options() -> None:
    documents = [(ROOT / "docs" / "reference" / "command-line.md").read_text("utf-8")]
    faults = [fault for name, command in every_command() for fault in undocumented(name, command, documents)]
    assert not faults, "\n".join(faults)


def test_an_option_is_missed_when_only_another_command_documents_it() -> None:
    @click.group()
    def station() -> None: ...

    @station.command()
    @click.option("--json", "-j", is_flag=True)
    def play(json: bool) -> None:
        del json

    described = "# Play\n```\n# a round\nstation play FILE\n```\n"
    tree = dict(below("station", station))
    assert list(tree) == ["station", "station play"]
    assert undocumented("station play", play, ["# Odds\n`station odds`"]) == [
        "`station play` is in no document; run make docs"
    ]
    assert "takes --json" in undocumented("station play", play, [described + "# Odds\n`--json`"])[0]
    assert undocumented("station play", play, [described + "With `--json` as data."]) == []


def test_no_list_of_commands_cuts_a_description_off() -> None:
    """A description that does not fit ends in three dots."""
    cut = [
        f"{name}: {line.strip()}"
        for name, command in every_command()
        if isinstance(command, click.Group)
        for line in _listed(command)
        if line.endswith("...")
    ]
    assert not cut, "begin the help text with a shorter sentence:\n" + "\n".join(cut)


def _listed(group: click.Group) -> list[str]:
    """The list of commands that a group prints on a terminal of 80 columns."""
    printed = CliRunner().invoke(group, ["--help"], terminal_width=80).stdout
    assert "\nCommands:\n" in printed
    return printed.partition("\nCommands:\n")[2].splitlines()
