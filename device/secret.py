"""Secrets that a machine makes for itself at its first start, and keeps."""

import logging
import secrets
from pathlib import Path

from device.errors import SettingsError
from device.files import write_whole
from web.app import SHORTEST_SECRET

_log = logging.getLogger(__name__)


def kept_secret(path: Path, what: str) -> str:
    """Return the secret in a file, made when it is not there or broken; `what` it is called. Raise SettingsError."""
    try:
        if path.exists():
            kept = path.read_text(encoding="ascii", errors="replace").strip()
            if len(kept) >= SHORTEST_SECRET and kept.isprintable() and kept.isascii():
                return kept
            _log.warning("%s %s was broken and is made anew; open the new link", what, path)
        secret = secrets.token_urlsafe(16)
        write_whole(path, secret.encode(), mode=0o600)
        return secret
    except OSError as error:
        raise SettingsError(f"{what} {path} can't be read or made ({str(error.strerror).lower()}); "
                            "give this user the right to that folder and file") from error
