"""Joins a bot's modules into one file to upload.

The modules are pasted unchanged, dependencies first, each under a banner with its path, except that
  - the entry's docstring opens the file, followed by a map of the modules;
  - imports of the standard library are gathered at the top, and imports between the modules vanish;
  - the entry's `if __name__ == "__main__":` comes last; that of other modules vanishes, with what only it imports;
  - modules of nothing but encoded strings and other literals, such as weights, come after all others.
A file has a single name space, so anything that would change its meaning there is refused, with file and line. The same
tree always gives the same bytes.
"""

import builtins
import os
import textwrap
from typing import Dict, List, Optional, Sequence, Tuple

from protocol.upload.source import BundleError, SourceModule, read_module

BOT_ENTRY = "protocol.bot"
PROJECT_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

_WIDTH = 120


def bundle(entry: str = BOT_ENTRY, root: str = PROJECT_FOLDER, replaced: Optional[Dict[str, str]] = None,
           options: str = "") -> str:
    """The text of the file; BundleError if the modules cannot be joined.

    `replaced` maps modules to others that define the same names and are used in their place. `options` are those of
    the command that makes the file, if there are more than the entry.
    """
    found = _in_dependency_order(entry, root, replaced or {})
    start = found[-1]
    data = [module for module in found if module.is_data]
    modules = [module for module in found if not module.is_data] + data
    _check_names(modules)
    _check_data_use(modules, data)
    made_with = options or "--entry %s" % start.name
    sections = [_header(start, modules, made_with) + "\n\n" + _library_imports(modules)]
    sections += [_section(module, module is start) for module in modules if module.body]
    sections += [start.main] if start.main else []
    return "\n\n\n".join(sections) + "\n"


def _in_dependency_order(entry: str, root: str, replaced: Dict[str, str]) -> List[SourceModule]:
    """The entry and all modules it needs, each after those that it needs itself."""
    done: Dict[str, SourceModule] = {}
    begun: List[str] = []

    def visit(name: str) -> SourceModule:
        module = read_module(name, root)
        module = module if name == entry else module.without_main()
        begun.append(name)
        for item in module.imports:
            other = replaced.get(item.module, item.module)
            if other in begun:
                raise BundleError(module.path, item.line, "import in a circle with `%s`" % other)
            needed = done[other] if other in done else visit(other)
            if item.name not in needed.top_level.binds:
                raise BundleError(module.path, item.line, "%s binds no `%s`" % (needed.path, item.name))
        begun.remove(name)
        done[name] = module
        return module

    visit(entry)
    return list(done.values())


def modules_of(entry: str, root: str = PROJECT_FOLDER) -> List[str]:
    """The names of the modules in an upload, dependencies first."""
    return [module.name for module in _in_dependency_order(entry, root, {})]


def _check_names(modules: Sequence[SourceModule]) -> None:
    """Makes sure that no top-level name has two meanings in the file or hides a builtin."""
    meanings: Dict[str, Tuple[str, str]] = {}
    for module in modules:
        bound = [(item.binds, item.statement, item.line) for item in module.library]
        bound += [(name, "a name of " + module.path, line) for name, line in module.top_level.binds.items()]
        for name, meaning, line in bound:
            place = "%s:%d" % (module.path, line)
            other, first = meanings.setdefault(name, (meaning, place))
            if other != meaning:
                raise BundleError(module.path, line, "duplicate top-level name `%s`, also bound at %s" % (name, first))
            if hasattr(builtins, name):
                raise BundleError(module.path, line, "top-level name `%s` hides the builtin from all modules" % name)


def _check_data_use(modules: Sequence[SourceModule], data: Sequence[SourceModule]) -> None:
    """Makes sure that only functions use the literals at the end: the modules above run before these exist."""
    late = {name: module.path for module in data for name in module.top_level.binds}
    for module in modules:
        for name, line in module.top_level.uses.items():
            if name in late and module not in data:
                raise BundleError(module.path, line, "`%s` of %s is used outside a function" % (name, late[name]))


def _header(start: SourceModule, modules: Sequence[SourceModule], options: str) -> str:
    """The file's docstring: the entry's own, then the files that it is made of."""
    width = max(len(module.path) for module in modules)
    contents = [_map_entry(module.path.ljust(width), "the entry" if module is start else module.docstring)
                for module in modules]
    text = "\n".join([
        start.docstring.strip(), "",
        "This file is generated by `python3 -m protocol.bundle %s` from the source tree:" % options, "",
        *contents, "", "Change those files, not this one. Licence: MIT, see LICENSE in the source tree."])
    if "\\" in text or '"""' in text:
        raise BundleError(start.path, 1, "backslash or triple quotes in the docstring that opens the file")
    return '"""%s\n"""' % text


def _map_entry(path: str, docstring: str) -> str:
    lead = "    %s  " % path
    return textwrap.fill(docstring.strip().partition("\n")[0], _WIDTH, initial_indent=lead,
                         subsequent_indent=" " * len(lead))


def _library_imports(modules: Sequence[SourceModule]) -> str:
    """All imports of the standard library, sorted, without duplicates."""
    items = {(item.module, item.name) for module in modules for item in module.library}
    lines = ["import %s" % module for module, name in sorted(items) if not name]
    for module in sorted({module for module, name in items if name}):
        lines.append(_from_import(module, sorted(name for other, name in items if other == module and name)))
    return "\n".join(lines)


def _from_import(module: str, names: Sequence[str]) -> str:
    line = "from %s import %s" % (module, ", ".join(names))
    if len(line) <= _WIDTH:
        return line
    wrapped = textwrap.wrap(", ".join(names) + ",", _WIDTH - 4)
    return "from %s import (\n    %s\n)" % (module, "\n    ".join(wrapped))


def _section(module: SourceModule, is_start: bool) -> str:
    rule = "# " + "=" * (_WIDTH - 2)
    parts = [rule + "\n# " + module.path + "\n" + rule, "" if is_start else module.head]
    gap = "\n\n\n" if module.body.startswith(("def ", "class ", "@")) else "\n\n"
    return "\n\n".join(part for part in parts if part) + gap + module.body
