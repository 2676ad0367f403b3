"""A phone of the guest's: it opens a link of the table, reads its state and gives commands, as a page does."""

import http.cookiejar
import json
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

PATIENCE = 20


class Phone:
    """Whoever opened this link; with a file for its cookies the same phone again and again."""

    def __init__(self, link: str, cookies: Path | None = None) -> None:
        self.address = link.partition("?")[0]
        jar = http.cookiejar.LWPCookieJar(cookies)
        if cookies is not None and cookies.exists():
            jar.load(ignore_discard=True)
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.page = self._opener.open(link, timeout=PATIENCE).read().decode()
        if cookies is not None:
            jar.save(ignore_discard=True)

    def state(self) -> dict[str, Any]:
        """Return the whole state as this phone may see it."""
        return dict(json.load(self._opener.open(self.address + "state.json", timeout=PATIENCE)))

    def health(self) -> dict[str, Any]:
        """Return what the table says of itself."""
        return dict(json.load(self._opener.open(self.address + "healthz", timeout=PATIENCE)))

    def command(self, name: str, **args: Any) -> bool:
        """Give a command, once the table lets this phone give one more; return whether it was accepted or refused."""
        request = urllib.request.Request(
            f"{self.address}command/{name}", json.dumps(args).encode(),
            {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"})
        try:
            return bool(json.load(self._opener.open(request, timeout=PATIENCE))["ok"])
        except urllib.error.HTTPError as error:
            if error.code == 429:
                time.sleep(0.2)
                return self.command(name, **args)
            if error.code != 409:
                raise
            return False


def links() -> tuple[str, str]:
    """Return the links for everybody and for the host, by the installed program."""
    told = subprocess.run(["arbitrio", "link"], capture_output=True, text=True, check=True).stdout
    everybody, host = (line.split()[-1] for line in told.splitlines())
    return everybody, host
