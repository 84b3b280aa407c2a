#!/usr/bin/env python3
"""Prints a program's manual page, made from its own help.

    PROGRAM --experimental-dump-help | deploy/manual.py PROGRAM VERSION DATE

Subcommands are sections of the one page."""
import json, re, sys

# Of every command, and told once.
COMMON = {"version", "help"}
EXIT_CODE = re.compile(r"(\d+)\s{2,}(.*?)(?=\s{2,}\d+\s{2,}|$)")


def escaped(text):
    """Text of a line, with `code` in bold type."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fP", text)
    return re.sub(r"^([.'])", r"\\&\1", text)


def prose(text):
    """Paragraphs; indented lines stay lines, and exit codes become a list under a heading."""
    lines = []
    for block in text.strip().split("\n\n"):
        block = block.split("\n")
        # The help of the default subcommand's options follows; it has a section of its own.
        if re.fullmatch(r"[A-Z ]+:", block[0]):
            break
        if block[0] == "EXIT CODES":
            lines.append(".SH EXIT STATUS")
            for line in block[1:]:
                codes = EXIT_CODE.findall(line)
                lines += [part for code, text in codes for part in (".TP", code, escaped(text))] or [".PP", escaped(line)]
            continue
        lines.append(".PP")
        for line in block:
            lines += [".br", escaped(line.strip())] if line.startswith(" ") else [escaped(line)]
    return lines


def names(argument):
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    return [dashes[name["kind"]] + name["name"] for name in argument.get("names", [])]


def shown(argument):
    """Whether people should see it in this place."""
    return argument["shouldDisplay"] and argument["valueName"] not in COMMON


def usage(argument):
    value = f"\\fI{escaped(argument['valueName'])}\\fP"
    if argument["kind"] == "positional":
        text = value + (" ..." if argument["isRepeating"] else "")
    else:
        text = f"\\fB{escaped(names(argument)[-1])}\\fP" + (f" {value}" if argument["kind"] == "option" else "")
    return f"[{text}]" if argument["isOptional"] else text


def described(arguments):
    lines = []
    for argument in arguments:
        value = f" \\fI{escaped(argument['valueName'])}\\fP" if argument["kind"] == "option" else ""
        typed = ", ".join(f"\\fB{escaped(name)}\\fP{value}" for name in names(argument))
        text = argument.get("abstract", "").strip()
        default = argument.get("defaultValue")
        # The other defaults are of the machine on which this runs.
        if default and "default" not in text and "unless typed" not in text:
            text += f" (default: {default})"
        values = argument.get("allValues")
        if values and not all(value in text for value in values):
            text += f" One of: {', '.join(values)}."
        lines += [".TP", typed or f"\\fI{escaped(argument['valueName'])}\\fP", escaped(text)]
    return lines


def section(path, command):
    arguments = [argument for argument in command.get("arguments", []) if shown(argument)]
    lines = [f".SS {escaped(path)}"] if path else []
    lines.append(escaped(command.get("abstract", "")))
    lines += [".PP", f"\\fB{escaped(path)}\\fP " + " ".join(map(usage, arguments))] if path else []
    lines += prose(command["discussion"]) if command.get("discussion") else []
    return lines + described(arguments)


def commands(path, command):
    for nested in command.get("subcommands", []):
        if nested["shouldDisplay"] and nested["commandName"] != "help":
            name = f"{path} {nested['commandName']}"
            yield name, nested
            yield from commands(name, nested)


if len(sys.argv) != 4:
    sys.exit(__doc__)
program, version, date = sys.argv[1:]
root = json.load(sys.stdin)["command"]
other = "worker" if program == "coordinator" else "coordinator"
abstract = root["abstract"].rstrip(".")
page = [
    f'.TH {program.upper()} 1 "{date}" "Larder {version}" "User Commands"',
    *(".nh", ".ad l"),
    *(".SH NAME", f"{program} \\- {escaped(abstract[0].lower() + abstract[1:])}"),
    *(".SH SYNOPSIS", f"\\fB{program}\\fP [\\fIsubcommand\\fP] [\\fIargument\\fP ...] [\\fIoptions\\fP]"),
    ".SH DESCRIPTION",
    *prose(root["discussion"])[1:],
    *(".SH OPTIONS", "Of every command:"),
    *(".TP", "\\fB\\-h\\fP, \\fB\\-\\-help\\fP", "Show the help of the command."),
    *(".TP", "\\fB\\-\\-version\\fP", "Show the version."),
    ".SH COMMANDS",
]
for path, command in commands(program, root):
    page += section(path, command)
page += [".SH SEE ALSO", f"\\fB{other}\\fP(1), /usr/share/doc/larder/README"]
print("\n".join(line for line in page if line))
