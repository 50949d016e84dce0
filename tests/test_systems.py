"""What only some systems have is used in one module, which asks before."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "listbuilder"
GUARDED = PACKAGE / "loading" / "system.py"

MODULES = frozenset(
    {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
)
NAMES = {
    "ctypes": {"OleDLL", "WinDLL", "WinError", "oledll", "windll", "wintypes"},
    "os": {
        *("O_BINARY", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "chroot", "fchmod"),
        *("fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid", "getuid"),
        *("killpg", "lchown", "mkfifo", "openpty", "pread", "register_at_fork"),
        *("sched_getaffinity", "setsid", "uname", "wait", "WNOHANG"),
    },
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "pause", "setitimer"},
    "socket": {"AF_UNIX"},
}
"""By the libraries' documentation: "Availability: Unix", or Windows."""

WORDS = ("/proc/", "/dev/fd", "/tmp", "/etc/")


def unguarded(source: str) -> set[str]:
    """What a module uses that not every system has."""
    tree = ast.parse(source)
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom):
            if node.module in MODULES:
                found.add(node.module)
            named = {name.name for name in node.names} & NAMES.get(node.module or "", set())
            found |= {f"{node.module}.{name}" for name in named}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in NAMES.get(node.value.id, ()):
                found.add(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.Call) and ast.unparse(node).endswith("get_context('fork')"):
            found.add("fork")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {word for word in WORDS if node.value.startswith(word)}
    return found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os\nos.fchmod(3, 0)", {"os.fchmod"}),
        ("from os import fork", {"os.fork"}),
        ("import fcntl", {"fcntl"}),
        ("from pathlib import Path\nPath('/proc/self')", {"/proc/"}),
        ("import ctypes\nctypes.windll.kernel32", {"ctypes.windll"}),
        ("import os\nos.replace('a', 'b')", set()),
    ],
)
def test_it_would_be_found(source: str, found: set[str]) -> None:
    assert unguarded(source) == found


def test_modules_use_what_every_system_has() -> None:
    used = {
        path.relative_to(PACKAGE).as_posix(): found
        for path in PACKAGE.rglob("*.py")
        if path != GUARDED and (found := unguarded(path.read_text(encoding="utf-8")))
    }
    assert used == {}
