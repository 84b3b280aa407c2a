"""The phrases that posts are made of, in six languages; all of them were written for this program."""

from __future__ import annotations

from dataclasses import dataclass

from content import (
    phrases_ar,
    phrases_de,
    phrases_en,
    phrases_fr,
    phrases_ja,
    phrases_ru,
)


@dataclass(frozen=True)
class Language:
    """What can be said in one language. Every subject goes with every predicate."""

    code: str
    subjects: tuple[str, ...]
    predicates: tuple[str, ...]
    titles: tuple[str, ...]
    headings: tuple[str, ...]
    questions: tuple[str, ...]
    #: Lines that end without a full stop.
    bare: tuple[str, ...]
    #: A heading above links, the words of a link, of a link to a file, of a picture's caption.
    further: str
    link: str
    file: str
    caption: str
    #: The beginnings of a note box, an update, a postscript and a signature, and the place of a dateline.
    note: str
    update: str
    postscript: str
    signature: str
    place: str
    #: Heads of a table.
    columns: tuple[str, str]
    comment: str
    stop: str = "."
    space: str = " "

    @property
    def is_right_to_left(self) -> bool:
        return self.code == "ar"


LANGUAGES: dict[str, Language] = {
    "en": Language(code="en", **phrases_en.PHRASES),
    "de": Language(code="de", **phrases_de.PHRASES),
    "fr": Language(code="fr", **phrases_fr.PHRASES),
    "ja": Language(code="ja", stop="。", space="", **phrases_ja.PHRASES),
    "ar": Language(code="ar", **phrases_ar.PHRASES),
    "ru": Language(code="ru", **phrases_ru.PHRASES),
}
