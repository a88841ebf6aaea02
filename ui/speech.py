"""The language of a screen: what the house says in English, said in the words of a Qt Linguist file."""

from pathlib import Path

from dealer_station.engine.sentences import Sentence, said

LANGUAGES = {"en": "English", "es": "Español"}
FILES = Path(__file__).parent / "i18n"


class Speech:
    """Says sentences in one language; what has no translation stays as it is."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.words = {} if language == "en" else read(FILES / f"{language}.ts")

    def __call__(self, text: str, **fields: object) -> str:
        """`text` in this language; a sentence is taken apart, and each part is said in it too."""
        sentence = said(text, **fields) if fields else text
        if not isinstance(sentence, Sentence) or not sentence.fields:
            return self._plain(sentence)
        template = self.words.get(sentence.template, sentence.template)
        return template.format(**{name: self._field(name, value) for name, value in sentence.fields.items()})

    def _field(self, name: str, value: object) -> object:
        if not isinstance(value, str):
            return value
        # A refusal names the step that is due by its id; people know it by its sentence.
        if name.startswith("step") and self.words:
            # Loaded when it is needed: the first frame is painted before the engine is there.
            from dealer_station.engine.words import STEPS

            value = _lowered(self(STEPS[value])) if value in STEPS else value
        return self(value)

    def _plain(self, text: str) -> str:
        if text in self.words:
            return self.words[text]
        capital = self.words.get(text[:1].upper() + text[1:])
        return _lowered(capital) if capital else str(text)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def read(path: Path) -> dict[str, str]:
    """The finished translations of a Linguist file, by what they translate."""
    from xml.etree import ElementTree

    messages = ElementTree.parse(path).getroot().iter("message")  # our own file, not a stranger's
    found: dict[str, str] = {}
    for message in messages:
        translation = message.find("translation")
        if translation is not None and translation.get("type") != "unfinished" and translation.text:
            found[message.findtext("source") or ""] = translation.text
    return found
