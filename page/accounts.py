"""Who may log in: names with salted hashes of their passwords (scrypt, RFC 7914), one a line of a file.

``python -m page.accounts NAME >> FILE`` asks for a password and writes the line.
"""

import base64
import getpass
import hashlib
import hmac
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import InputError

_COST, _BLOCK, _PARALLEL = 2**15, 8, 1  # 32 MB and about a tenth of a second an attempt
_MEMORY = 2**28  # bytes that a line of the file may make an attempt cost
_SHORTEST = 8


@dataclass(frozen=True, slots=True)
class PasswordHash:
    """A salted scrypt hash with its parameters."""

    cost: int
    block: int
    parallel: int
    salt: bytes
    digest: bytes

    @staticmethod
    def of(password: str) -> "PasswordHash":
        """Return the hash of a password with a new salt."""
        salt = os.urandom(16)
        return PasswordHash(_COST, _BLOCK, _PARALLEL, salt, _scrypt(password, salt, _COST, _BLOCK, _PARALLEL))

    @staticmethod
    def parse(text: str) -> "PasswordHash":
        """Read what ``str`` writes; ValueError for anything else."""
        name, cost, block, parallel, salt, digest = text.split("$")
        if name != "scrypt":
            raise ValueError(text)
        read = PasswordHash(int(cost), int(block), int(parallel), base64.b64decode(salt), base64.b64decode(digest))
        _scrypt("", read.salt, read.cost, read.block, read.parallel)
        return read

    def __str__(self) -> str:
        salt, digest = (base64.b64encode(b).decode() for b in (self.salt, self.digest))
        return f"scrypt${self.cost}${self.block}${self.parallel}${salt}${digest}"

    def matches(self, password: str) -> bool:
        """Tell whether ``password`` is the one, in the same time whether it is or not."""
        return hmac.compare_digest(_scrypt(password, self.salt, self.cost, self.block, self.parallel), self.digest)


def _scrypt(password: str, salt: bytes, cost: int, block: int, parallel: int) -> bytes:
    secret = password.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(secret, salt=salt, n=cost, r=block, p=parallel, maxmem=_MEMORY, dklen=32)


def read_accounts(path: Path) -> dict[str, PasswordHash]:
    """Return the accounts of a file; InputError where it cannot be read, has a bad line, or none at all."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the accounts in {path}: {error}; check --auth-file") from error
    accounts = dict(_account(path, n, line) for n, line in enumerate(lines, 1) if line.strip() and line[0] != "#")
    if not accounts:
        raise InputError(f"{path} has no account; add one with: python -m page.accounts NAME >> {path}")
    return accounts


def _account(path: Path, number: int, line: str) -> tuple[str, PasswordHash]:
    name, _, hashed = line.strip().partition(":")
    try:
        return name, PasswordHash.parse(hashed)
    except ValueError as error:
        raise InputError(
            f"line {number} of {path} is no account; write it with: python -m page.accounts NAME"
        ) from error


def checker(accounts: Mapping[str, PasswordHash]) -> Callable[[str, str], bool]:
    """Return the function that Gradio asks about a name and a password; unknown names take as long as known ones."""
    nobody = PasswordHash.of(base64.b64encode(os.urandom(18)).decode())

    def check(name: str, password: str) -> bool:
        known = accounts.get(name)
        return (known or nobody).matches(password) and known is not None

    return check


def main() -> int:
    """Ask for a password twice and print the line of an account."""
    if len(sys.argv) != 2 or ":" in sys.argv[1]:
        sys.stderr.write("usage: python -m page.accounts NAME >> FILE\n")
        return 2
    password = getpass.getpass("password: ")
    if len(password) < _SHORTEST or password != getpass.getpass("again: "):
        sys.stderr.write(f"kaoju: the passwords differ, or have fewer than {_SHORTEST} characters; try again\n")
        return 1
    sys.stdout.write(f"{sys.argv[1].strip()}:{PasswordHash.of(password)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
