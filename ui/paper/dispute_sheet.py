"""The dispute sheet: a round on one or two pages, with the notes on it and its proof."""

from functools import partial

from dealer_station.review.dispute_data import DisputeData
from ui.paper.felt import draw_felt, draw_strip, felt_height, strip_height
from ui.paper.page import TEXT, PaperSheet, PictureFrame

TIGHT = 66.0
"""Text height in and below its tables; an ordinary round then fits on two pages of either paper size."""


def dispute_sheet(found: tuple[DisputeData, ...], paper: str = "a4") -> PaperSheet:
    """The pages of these rounds; each round starts on a new page."""
    title = "Dispute sheet" if len(found) == 1 else "Rounds"
    first = found[0]
    about = f"Round {first.number}, {first.about}" if len(found) == 1 else f"{len(found):,} rounds"
    kind = f" · {first.kind.upper()} TABLE, NOT PLAYED FOR MONEY" if first.kind else ""
    sheet = PaperSheet(PictureFrame(title + kind, about, first.file, first.chain), paper)
    for one in found:
        sheet.about = f"Round {one.number}, {one.about}"
        sheet.new_page()
        _round(sheet, one)
    return sheet


def _round(sheet: PaperSheet, one: DisputeData) -> None:
    width = sheet.room.width()
    sheet.heading(f"Round {one.number}", 190, 0)
    sheet.words(f"{one.about}; {one.file}")
    if one.departures:
        # Departures come first and in bold, for readers who read only one line.
        sheet.words(f"DEPARTURES FROM THE BOOK: {len(one.departures)}", bold=True)
        for words in one.departures:
            sheet.words(words, bold=True)
    sheet.picture(felt_height(one.felt), partial(draw_felt, one.felt))
    if one.cards:
        sheet.words("Cards in the order in which they left the shoe", bold=True)
        sheet.picture(strip_height(len(one.cards), width), partial(draw_strip, one.cards))
    for place, table in enumerate(one.tables):
        if table.rows:
            sheet.table(table, TIGHT)
            if place == 0:
                sheet.words(one.rack, TIGHT)
        else:
            sheet.words(f"{table.title}: none.", bold=True)
    sheet.heading("Notes", TEXT * 1.2, 300)
    for words in one.notes:
        sheet.words(words, TIGHT)
    sheet.heading("Proof", TEXT * 1.2, 300)
    for words in one.proof:
        sheet.words(words, TIGHT)
