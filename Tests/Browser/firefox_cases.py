"""The main functions in Firefox, which is driven by its own protocol, Marionette."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import attacks
import kitchen
from browsing import holds, same
from cases import Kit, Skip, case
from places import Place, served
from programs import Failure

FIREFOX = "/usr/bin/firefox-esr"
#: Automation opens the files of a folder to each other; readers' browsers do not.
PREFERENCES = """
user_pref("security.fileuri.strict_origin_policy", true);
user_pref("remote.prefs.recommended", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("app.update.disabledForTesting", true);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
"""


@contextmanager
def firefox(work: Path) -> Iterator[Any]:
    """A browser with a new profile."""
    if not Path(FIREFOX).exists():
        raise Skip(f"there is no {FIREFOX}")
    try:
        from marionette_driver.marionette import Marionette
    except ImportError:
        raise Skip("Python has no marionette-driver") from None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    profile = work / f"firefox-{port}"
    profile.mkdir()
    (profile / "user.js").write_text(f'{PREFERENCES}user_pref("marionette.port", {port});\n')
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with open(work / f"firefox-{port}.log", "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    client = Marionette(host="127.0.0.1", port=port)
    try:
        wait_for(port)
        client.start_session()
        client.timeout.page_load = 15
        yield client
    finally:
        with suppress(Exception):
            client.delete_session()
        process.terminate()
        process.wait(10)
        shutil.rmtree(profile, ignore_errors=True)


def wait_for(port: int) -> None:
    """Waits until the browser listens."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise Failure("Firefox did not start")


def until(client: Any, condition: str, what: str, seconds: float = 8) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(Exception):
            if client.execute_script(f"return {condition}"):
                return
        time.sleep(0.05)
    raise Failure(f"{what}: still not so after {seconds} s")


@case(is_long=True)
def firefox_reads_and_searches(kit: Kit, place: Place) -> None:
    with firefox(kit.work) as client:

        def ask(expression: str) -> Any:
            return client.execute_script(f"return {expression}")

        client.navigate(place.list())
        until(client, "document.querySelectorAll('.card').length >= 40", "the first page")
        client.execute_script(
            "const q = document.getElementById('q'); q.value = 'forty spice'; q.dispatchEvent(new Event('input'))"
        )
        until(client, "document.querySelector('.hit h2')?.textContent === 'Forty Spice Stew'", "the best hit")
        same(ask("document.querySelector('.hit').querySelectorAll('h2 mark').length"), 2, "marks")
        client.navigate(place.item(kitchen.STEW))
        client.execute_script("for (let turn = 0; turn < 4; turn += 1) document.querySelector('.more').click()")
        amounts = ask("[...document.querySelectorAll('.lines li b')].slice(0, 4).map(amount => amount.textContent)")
        same([amount.replace("\xa0", " ") for amount in amounts], list(kitchen.SCALED.values()), "the amounts")
        client.execute_script("document.querySelector('.acts a.main').click()")
        until(client, "document.querySelector('.cstep.on h1')?.textContent === 'Step 1 of 4'", "cook mode")
        client.navigate(place.item(kitchen.SALT))
        same(ask("document.querySelectorAll('tbody td').length"), 4, "cells")
        holds(ask("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window")


@case("served", is_long=True)
def firefox_shows_attacks_as_text(kit: Kit, place: Place) -> None:
    _, root = kit.programs.serve(kit.attacked)
    with firefox(kit.work) as client:
        for title, address in list(served(root, kit.attacked).items.items())[kit.seed % 16 :: 16]:
            client.navigate(address)
            # An open dialog would make this fail.
            found = client.execute_script(
                "return document.querySelector('main')"
                ".querySelectorAll('script, iframe, style, base, [onload], [onerror], [href^=javascript]').length"
            )
            same(found, 0, f"foreign markup of {title[:60]}")
    holds(len(attacks.TEXTS) >= 60, f"{len(attacks.TEXTS)} texts")
