"""Generates the command line reference from the commands."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import click

from tests.house.rules import ROOT
from tools.documents.markdown import anchor, page, table

SCRIPTS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]

BAR = "\0"  # Stands for the bar between choices, which must be escaped in a cell of a table.

HEAD = """\
<!-- `make docs` writes this page from the commands. Change their help texts, then run it again. -->
# Command line

Two programs: `dealer-station` runs and examines a table, `hw-sim` simulates its devices. `--version` prints
the version, and `--help` prints what this page says. Unless a command says otherwise, exit code 0 means
success, 1 that something was checked and is not as it should be, and 2 that the command could not start: the
sentence on stderr says what to change.
"""


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Yield each command of each script with its full name, a group before its members."""
    for script in sorted(SCRIPTS):
        yield from below(script, EntryPoint(script, SCRIPTS[script], "console_scripts").load())


def below(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """Yield a command and all its subcommands."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            child = command.get_command(context, word)
            if child is not None and not child.hidden:
                yield from below(f"{name} {word}", child)


def command_line() -> str:
    """The page: a table of all commands, then a section for each."""
    found = list(every_command())
    lines = [HEAD, *table(("command", "what it does"), (_line(name, command) for name, command in found))]
    for name, command in found:
        lines += [f"## {name}", "", *_section(name, command)]
    return page(lines).replace(BAR, r"\|")


def _line(name: str, command: click.Command) -> tuple[str, str]:
    return f"[`{name}`](#{anchor(name)})", _escaped(_paragraphs(command)[0].split(". ")[0].removesuffix("."))


def _section(name: str, command: click.Command) -> list[str]:
    context = click.Context(command, info_name=name)
    usage = " ".join((name, *command.collect_usage_pieces(context)))
    lines = ["```", usage, "```", ""]
    for paragraph in _paragraphs(command):
        lines += [_escaped(paragraph), ""]
    records = [
        record
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option) and "--help" not in parameter.opts
        if (record := parameter.get_help_record(context))
    ]
    if not records:
        return lines
    rows = ((f"`{names.replace('|', BAR)}`", _escaped(text)) for names, text in records)
    return [*lines, *table(("option", "meaning"), rows)]


def _paragraphs(command: click.Command) -> list[str]:
    """The help text of a command, split into paragraphs."""
    text = (command.help or "").replace("\b", "")
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip())]


def _escaped(text: str) -> str:
    """Escape a help text for Markdown: asterisks stay literal, and options become code."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else _marked(part) for part in parts)


def _marked(text: str) -> str:
    starred = re.sub(r"(?<![\w-])(--[a-z][\w-]*)", r"`\1`", text)
    return re.sub(r"\*", r"\\*", starred)
