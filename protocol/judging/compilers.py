"""Bots as source files: compiled with the platform's usual flags, once per content, or run as they are.

Compiled bots are kept in the user's cache folder under a hash of the source, the headers it includes from its own
folder, and the command. So an unchanged file is never compiled twice, and a changed one never runs an old program.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Callable, Dict, List, NamedTuple, Set

#: Longest compiler message that is shown.
MESSAGE_LINES = 30

_LOCAL_INCLUDE = re.compile(br'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_INCLUDING = (".cpp", ".cc", ".cxx", ".c", ".h", ".hpp")
_JSONCPP = re.compile(br'^[ \t]*#[ \t]*include[ \t]*["<](?:jsoncpp/|json/)json\.h[">]', re.MULTILINE)
_JAVA_CLASS = re.compile(r"^[ \t]*(public[ \t]+)?(?:final[ \t]+)?class[ \t]+(\w+)", re.MULTILINE)

#: Debian keeps json/json.h in its own folder and lacks jsoncpp/json.h, which Botzone's bots include.
_JSONCPP_FOLDERS = ("/usr/include/jsoncpp", "/usr/local/include/jsoncpp", "/opt/homebrew/include")
_JSONCPP_SHIM = "#include <json/json.h>\n"


class Language(NamedTuple):
    """How the files of a language become a command."""

    name: str
    tool: str  #: the program it needs
    build: Callable[[str, bytes, str], List[List[str]]]  #: (source path, source, folder) -> commands; empty: run as is
    run: Callable[[str, bytes, str], List[str]]  #: same arguments -> the command of the bot


def _program(path: str, source: bytes, folder: str) -> List[str]:
    stem = os.path.splitext(os.path.basename(path))[0]
    return [os.path.join(folder, stem + ".exe" if os.name == "nt" else stem)]


def _build_cpp(path: str, source: bytes, folder: str) -> List[List[str]]:
    command = ["g++", "-O2", "-g", "-std=c++17", "-o", *_program(path, source, folder), path]
    if _JSONCPP.search(source):
        command += ["-I", os.path.join(folder, "include")]
        command += ["-I" + place for place in _JSONCPP_FOLDERS if os.path.isdir(os.path.join(place, "json"))]
        command.append("-ljsoncpp")
    return [command + ["-lpthread"]]


def _build_c(path: str, source: bytes, folder: str) -> List[List[str]]:
    return [["gcc", "-O2", "-g", "-std=c11", "-o", *_program(path, source, folder), path, "-lm"]]


def _build_rust(path: str, source: bytes, folder: str) -> List[List[str]]:
    return [["rustc", "--edition", "2021", "-C", "opt-level=2", "-o", *_program(path, source, folder), path]]


def _build_go(path: str, source: bytes, folder: str) -> List[List[str]]:
    return [["go", "build", "-o", *_program(path, source, folder), path]]


def _build_java(path: str, source: bytes, folder: str) -> List[List[str]]:
    return [["javac", "-encoding", "UTF-8", "-d", folder, os.path.join(folder, _java_class(source) + ".java")]]


def _run_java(path: str, source: bytes, folder: str) -> List[str]:
    return ["java", "-XX:+UseSerialGC", "-cp", folder, _java_class(source)]


def _java_class(source: bytes) -> str:
    """The class to start: the public one, else Main, else the first."""
    found = _JAVA_CLASS.findall(source.decode("utf-8", "replace"))
    names: List[str] = [name for public, name in found if public] + [name for _, name in found if name == "Main"]
    names += [name for _, name in found]
    return names[0] if names else "Main"


def _nothing(path: str, source: bytes, folder: str) -> List[List[str]]:
    return []


def _script_of(tool: str) -> Callable[[str, bytes, str], List[str]]:
    return lambda path, source, folder: [tool, path]


_CPP = Language("C++", "g++", _build_cpp, _program)
LANGUAGES: Dict[str, Language] = {
    ".cpp": _CPP, ".cc": _CPP, ".cxx": _CPP,
    ".c": Language("C", "gcc", _build_c, _program),
    ".java": Language("Java", "javac", _build_java, _run_java),
    ".js": Language("JavaScript", "node", _nothing, _script_of("node")),
    ".go": Language("Go", "go", _build_go, _program),
    ".rs": Language("Rust", "rustc", _build_rust, _program),
}


def is_source(path: str) -> bool:
    """True for a file that is compiled, or run by its language's tool."""
    return os.path.splitext(path)[1].lower() in LANGUAGES


def source_command(path: str) -> List[str]:
    """The command that runs the bot, compiled if necessary; ValueError says why there is none."""
    language = LANGUAGES[os.path.splitext(path)[1].lower()]
    if shutil.which(language.tool) is None:
        raise ValueError("%s is %s, and %s is not on this machine" % (path, language.name, language.tool))
    with open(path, "rb") as stream:
        source = stream.read()
    path = os.path.abspath(path)
    if not language.build(path, source, ""):
        return language.run(path, source, "")
    folder = os.path.join(cache_folder(), _key(path, source, language))
    if not os.path.isdir(folder):
        _compile(path, source, language, folder)
    return language.run(path, source, folder)


def cache_folder() -> str:
    """Where compiled bots are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "reversi-bots")


def content_hash(path: str) -> str:
    """A short hash of the file and the files it includes from its own folder."""
    digest = hashlib.sha256()
    for file in files_of_source(path):
        with open(file, "rb") as stream:
            digest.update(stream.read() + b"\0")
    return digest.hexdigest()[:16]


def files_of_source(path: str) -> List[str]:
    """The file and the files it includes from its own folder, as absolute paths."""
    return _with_includes(os.path.abspath(path), set())


def _key(path: str, source: bytes, language: Language) -> str:
    commands = repr(language.build(os.path.basename(path), source, ""))
    return content_hash(path) + hashlib.sha256(commands.encode()).hexdigest()[:8]


def _with_includes(path: str, seen: Set[str]) -> List[str]:
    if path in seen or not os.path.isfile(path):
        return []
    seen.add(path)
    files = [path]
    if os.path.splitext(path)[1].lower() in _INCLUDING:
        with open(path, "rb") as stream:
            for name in _LOCAL_INCLUDE.findall(stream.read()):
                files += _with_includes(os.path.normpath(os.path.join(os.path.dirname(path), os.fsdecode(name))), seen)
    return files


def _compile(path: str, source: bytes, language: Language, folder: str) -> None:
    """Compiles into a temporary folder, which gets its final name when everything has worked."""
    try:
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        workshop = tempfile.mkdtemp(dir=os.path.dirname(folder))
    except OSError as error:
        raise ValueError("cannot compile %s: %s" % (path, error)) from None
    try:
        _write(os.path.join(workshop, "include", "jsoncpp", "json.h"), _JSONCPP_SHIM.encode())
        if language.tool == "javac":  # a public class must be in a file of the same name
            _write(os.path.join(workshop, _java_class(source) + ".java"), source)
        for command in language.build(path, source, workshop):
            _run_compiler(path, command)
        try:
            os.rename(workshop, folder)
        except OSError:  # another process was faster
            if not os.path.isdir(folder):
                raise
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _write(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(data)


def _run_compiler(path: str, command: List[str]) -> None:
    sys.stderr.write("compiling %s with %s\n" % (os.path.basename(path), command[0]))
    sys.stderr.flush()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          cwd=os.path.dirname(path))
    if done.returncode == 0:
        return
    lines = done.stdout.decode("utf-8", "replace").rstrip().splitlines()
    if any("json/json.h" in line or "-ljsoncpp" in line for line in lines):
        lines.append("jsoncpp is not installed: on Debian and Ubuntu it is the package libjsoncpp-dev")
    more = ["... and %d more lines" % (len(lines) - MESSAGE_LINES)] if len(lines) > MESSAGE_LINES else []
    raise ValueError("%s does not compile (%s):\n%s" % (
        path, " ".join(command), "\n".join(lines[:MESSAGE_LINES] + more)))
