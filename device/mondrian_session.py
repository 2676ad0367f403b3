"""One sitting in which a deck is enrolled: photographs in, cards in the folder."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from device.commands.read import load
from device.errors import SettingsError
from device.mondrian_enrol import Folder, Proposal, digest
from device.mondrian_talk import (
    ASK,
    ASK_TWIN,
    NAME_TAKEN,
    NO_VALUE,
    NOT_CLEAR,
    TWIN,
    Talk,
    corrected,
)
from device.terminal.screen import Ended
from rules.mondrian.deck import Card
from rules.text import Text
from vision.faults import NotFound
from vision.mondrian import lone, printing
from vision.mondrian.lone import LoneCard
from vision.reading import Frame
from vision.settings import TableSettings

LEFT_OUT = Text("{where} is left out: {why}", "{where} est laissée de côté : {why}")
KNOWN = Text("{where}: its card is enrolled already", "{where} : sa carte est déjà enregistrée")
UNCLEAR = Text("the card's value is not clear; run the command again without --yes and say it",
               "la valeur de la carte n'est pas nette ; relancez la commande sans --yes et dites-la")
HAS_IT = Text("it looks like card {name}, which the deck has already; add --replace to take this picture instead",
              "on dirait la carte {name}, déjà dans le paquet ; ajoutez --replace pour prendre cette image à la place")
REPLACED = Text("{where} takes the place of the old picture of card {name}",
                "{where} remplace l'ancienne image de la carte {name}")


_SQUARE = 0.02
"""A card whose sides differ by a smaller share is a square one, seen a little askew."""


@dataclass
class Session:
    """Enrols one card after the other."""

    folder: Folder
    table: TableSettings
    talk: Talk
    yes: bool
    """Whether nothing is asked."""
    replaces: bool
    """Without questions: whether a card that the deck has gets the new picture."""
    added: int = 0
    left_out: list[str] = field(default_factory=list)
    """Names of the photographs that gave no card."""

    def photograph(self, path: Path) -> None:
        """Enrol the card in a picture file; say why where there is none. Raises Ended when the person stops."""
        frame, reason = load(path)
        if frame is None:
            self._leave_out(path.name, reason)
            return
        self.look(frame, path.name, digest(path.read_bytes()))

    def look(self, frame: Frame, where: str = "camera", photo: str = "") -> None:
        """Enrol the card in a frame."""
        photo = photo or digest(frame)
        if self.folder.knows_photo(photo) and not self.replaces:
            self.talk.screen.say(KNOWN.fill(where=where))
            return
        try:
            card = lone.find(frame, self.table, self.folder.size_mm)
            if self.folder.size_mm is None:
                self.folder.set_size(self._size(card, where))
                card = lone.find(frame, self.table, self.folder.size_mm)
        except NotFound as fault:
            self._leave_out(where, self.talk.screen.words(fault.fault.text))
            return
        self._enrol(card, where, photo)

    def _size(self, card: LoneCard, where: str) -> tuple[float, float]:
        """Return how large the deck's cards are, by the first one."""
        width, height = rounded(card.place.size)
        if not self.yes:
            return self.talk.size((width, height), card.place.framed)
        if card.place.framed:
            raise SettingsError(f"{where}: the card's edges don't stand out from the white mat; "
                                "give the card's size, such as --size 60x84")
        return width, height

    def _enrol(self, card: LoneCard, where: str, photo: str) -> None:
        said = printing.propose(card.face)
        proposal = Proposal(Card("?", said.value or 1, said.blocks), card.face, photo)
        for _ in range(said.turns if card.face.shape[0] == card.face.shape[1] else said.turns // 2):
            proposal = proposal.turned()
        twin = self.folder.like(proposal.picture)
        instead_of = None
        if twin is not None:
            answer = self._twin(where, twin)
            if answer == "skip":
                return
            instead_of = twin if answer == "replace" else None
        if instead_of is not None:
            old = next(c for c in self.folder.cards if c.id == instead_of)
            proposal = replace(proposal, card=old)
            self.talk.screen.say(REPLACED.fill(where=where, name=instead_of))
        else:
            named = self._agreed(where, proposal, said)
            if named is None:
                return
            proposal = named
        self.folder.put(proposal, instead_of)
        self.added += 1

    def _twin(self, where: str, twin: str) -> str:
        """Return what becomes of a card that looks like an enrolled one: skip, replace or keep."""
        if self.yes:
            if self.replaces:
                return "replace"
            self._leave_out(where, self.talk.screen.words(HAS_IT.fill(name=twin)))
            return "skip"
        self.talk.screen.say(TWIN.fill(where=where, name=twin))
        while (answer := self.talk.ask(ASK_TWIN)) not in ("", "skip", "replace", "keep"):
            if answer == "stop":
                raise Ended
        return answer or "skip"

    def _agreed(self, where: str, proposal: Proposal, said: printing.Print) -> Proposal | None:
        """Return the proposal as the person has it; None when it is left out."""
        if self.yes:
            if said.value is None or not said.sure:
                self._leave_out(where, self.talk.screen.words(UNCLEAR))
                return None
            named = self._named(proposal)
            self.talk.propose(where, named, True)
            return named
        known = said.value is not None
        while True:
            shown = self._named(proposal)
            self.talk.propose(where, shown, known)
            if not (known and (said.sure or proposal.card.value != said.value)):
                self.talk.screen.say(NOT_CLEAR if known else NO_VALUE)
            answer = self.talk.ask(ASK)
            if answer == "stop":
                raise Ended
            if answer == "skip":
                self.left_out.append(where)
                return None
            if not answer and known and not self._taken(shown.card.id):
                return shown
            after = corrected(proposal, answer)
            if isinstance(after, Text):
                self.talk.screen.say(after)
                continue
            proposal, known = after, known or "value" in answer.split()

    def _named(self, proposal: Proposal) -> Proposal:
        """Return a proposal with a name, the next free one if the person gave none."""
        card = proposal.card
        return proposal if card.id != "?" else replace(
            proposal, card=replace(card, id=self.folder.free_id(card.value)))

    def _taken(self, name: str) -> bool:
        taken = any(card.id == name for card in self.folder.cards)
        if taken:
            self.talk.screen.say(NAME_TAKEN.fill(name=name))
        return taken

    def _leave_out(self, where: str, why: str) -> None:
        self.left_out.append(where)
        sys.stderr.write(self.talk.screen.words(LEFT_OUT.fill(where=where, why=why)) + "\n")


def rounded(size_mm: tuple[float, float]) -> tuple[float, float]:
    """Return a measured size to half a millimetre; what is nearly square is square.

    >>> rounded((59.8, 84.1)), rounded((44.9, 45.3))
    ((60.0, 84.0), (45.0, 45.0))
    """
    width, height = size_mm
    if abs(width - height) < _SQUARE * height:
        width = height = (width + height) / 2
    return round(width * 2) / 2, round(height * 2) / 2
