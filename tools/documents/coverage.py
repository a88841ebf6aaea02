"""Generates the coverage page of a book: every normative sentence with the carriers that implement it."""

from collections.abc import Iterator

from dealer_station.rulebooks import load
from dealer_station.rulebooks.book_addresses import Address, NormativeSentence, addresses_of
from tools.documents.markdown import MADE, page, plain, table
from tools.documents.parts_citing_rules import CARRIER_KINDS, Carrier, carriers_of

FURNITURE = "furniture: "
"""Prefix of a carrier the station cannot see: a physical fact, or an act away from the table."""

ONLY_THE_ORDER = ("confirm", "settle", "call")
"""Refused taps that only enforce the order of steps; they carry no sentence of the due step."""

INTRODUCTION = """
Every normative sentence of the book by its address, in our words, and what in the product carries it.

Where an address has one sentence, its carriers are everything that cited the address while all written
rounds of the book were played, and what the profile has there. Where it has several, the table of addresses
names the carriers of each, and the tests hold that they exist; a carrier that stands under another address is
followed by that address. The book's own sentences are not reproduced here.

- **prompt**: a step that the dealer is shown. **refusal**: a tap that is turned away.
- **report**: what the dealer can report. **ruling**: a stop, and what may be ruled on it.
- **payout**: a wager that is taken, paid or returned. **option**: what the operator answers.
- **configuration**: a topic of the profile, `dealer-station profiles show BOOK TOPIC`.
- **furniture**: a physical fact of the casino, or an act away from the table, that the station cannot see.
"""


def coverage(book: str) -> str:
    """The page of one book."""
    rules = load(book)
    lines = [f"# Coverage: {rules.book.title}", "", MADE, INTRODUCTION.replace("BOOK", book)]
    rows = [row for address in addresses_of(book).values() for row in _rows(book, address)]
    sentences = sum(len(address.sentences) for address in addresses_of(book).values())
    counted = f"{len(addresses_of(book))} addresses, {sentences} sentences, none without a carrier."
    return page([*lines, counted, "", *table(["address", "sentence", "carried by"], rows)])


def _rows(book: str, address: Address) -> Iterator[list[str]]:
    if not address.sentences:
        yield [f"**{plain(address.name)}**", f"*{plain(address.gist)}*", ""]
    for number, sentence in enumerate(address.sentences, start=1):
        name = plain(address.name) + (f", sentence {number}" if len(address.sentences) > 1 else "")
        carried = "<br>".join(_words(book, address, one) for one in carried_by(book, address, sentence))
        yield [name, plain(sentence.says), carried]


def carried_by(book: str, address: Address, sentence: NormativeSentence) -> tuple[str, ...]:
    """The carriers of a sentence: those its table names, else all that cite its address."""
    if sentence.by:
        return sentence.by
    found = [carrier for carrier, cited in carriers_of(book).items() if address.name in cited]
    found = [one for one in found if not (one.kind == "refusal" and one.name in ONLY_THE_ORDER)]
    return tuple(str(one) for one in sorted(found, key=lambda one: (CARRIER_KINDS.index(one.kind), one.name)))


def carrier_named(text: str) -> Carrier:
    """Parse a carrier such as `prompt burn`."""
    kind, _, name = text.partition(" ")
    return Carrier(kind, name)


def _words(book: str, address: Address, carrier: str) -> str:
    if carrier.startswith(FURNITURE):
        return f"**furniture**: {plain(carrier.removeprefix(FURNITURE))}"
    found = carrier_named(carrier)
    elsewhere = carriers_of(book)[found]
    # A topic on which the book is silent stands under no address.
    where = "" if address.name in elsewhere or not elsewhere else f" ({plain(', '.join(elsewhere))})"
    return f"**{found.kind}** `{found.name}`{where}"
