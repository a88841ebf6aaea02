// What becomes of a wager: a word with its colour, its amount, and its number in the order of settlement. It is laid
// out in as few lines as its room allows. Where a box is too full for words, its shape stands for the word.
import QtQuick

Rectangle {
    id: pill
    objectName: "outcome"
    property var it: ({ word: "", amount: "", tone: "", shape: "", order: 0, settled: false })
    // The bettor of a shared spot.
    property string bettor: ""
    // The kind of wager, unless it is the main wager.
    property string kind: ""
    // The amount is read at a glance.
    property bool large: false
    property bool terse: false
    property real unit: Theme.u
    property real room: 120 * unit
    // The widths of words, from FeltLetters.qml.
    property var letters
    readonly property int order: it.order
    readonly property bool settled: it.settled
    readonly property color ink: settled ? Theme.faint : Theme.onBright
    readonly property bool sided: kind !== "" && kind !== "main"
    readonly property real gap: (terse ? 2 : 5) * unit
    readonly property real step: 31 * unit
    readonly property var layout: layOut()
    readonly property color edge: settled ? Theme.line : !sided ? color : ["tie", "war", "war_tie", "matched"].includes(kind) ? Theme.tie : ["progressive", "envy", "bonus"].includes(kind) ? Theme.side : Theme.faint
    width: room
    height: (layout.count - 1) * step + layout.last + 8 * unit
    radius: Math.min(18 * unit, height / 2)
    color: settled ? "transparent" : Theme.ofOutcome(it.tone)
    border.color: edge
    border.width: settled ? 1.5 * unit : sided ? 4 * unit : 0

    // One function, because a line has many measures that depend on each other, and appears between two cards.
    function layOut() {
        const { word, amount, shape } = it
        const close = room - 4 * unit
        const disc = (terse ? 28 : 32) * unit
        const numberWidth = order ? disc + gap : 0
        // A word that is too wide for a narrow spot is written lighter, and one that is still too wide gives way to its shape.
        const bold = letters.wide(word)
        const light = bold > close
        const lonely = light ? letters.lightWide(word) : bold
        const brief = terse || light && lonely > room - 2 * unit
        // A settled line is ticked; a result without an amount, and an outcome without a word, has its shape.
        const sign = settled && !brief ? "tick" : order === 0 || brief ? shape : ""
        const signSize = sign === "" ? 0 : 18 * unit + gap
        const named = [bettor, brief ? "" : word].filter(part => part !== "").join(" ")
        const wordWidth = light && !brief ? letters.lightWide(named) : letters.wide(named)
        const grand = large && amount !== "" && letters.glanceWide(amount) <= close
        const amountWidth = letters.wide(amount) * (grand ? Theme.glance / Theme.body : 1)
        const beside = amount === "" ? 0 : gap + amountWidth
        // Odds that are wider than a narrow spot stand in two lines.
        const wraps = amountWidth > close
        const inOne = !grand && numberWidth + signSize + wordWidth + beside <= (terse ? room : room - 10 * unit)
        // A bettor's letter that does not fit beside the word stands above it, beside the number.
        const apart = !inOne && bettor !== "" && !brief && wordWidth > close
        const signWidth = inOne || signSize + (apart ? lonely : wordWidth) <= close ? signSize : 0
        // In two lines the number stands before the word, or where that is too long, before the amount.
        const byWord = !inOne && !apart && numberWidth + signWidth + wordWidth <= room - 10 * unit
        const byAmount = order > 0 && !inOne && !byWord && !apart && amount !== "" && signWidth + wordWidth <= (light ? room : close) && numberWidth + amountWidth <= close
        const one = inOne || order === 0 && amount === ""
        const count = apart ? amount === "" ? 2 : 3 : one ? 1 : byWord || byAmount || order === 0 || amount === "" ? 2 : 3
        const last = (grand ? 49 : wraps ? 62 : 31) * unit
        const numbered = !order ? 0 : inOne ? numberWidth + signWidth + wordWidth + beside : byWord ? numberWidth + signWidth + wordWidth : byAmount ? numberWidth + amountWidth : apart ? numberWidth + letter.implicitWidth : disc
        const unnumbered = apart ? signWidth + lonely : signWidth + wordWidth + (inOne ? beside : 0)
        const numberX = (room - numbered) / 2
        return {
            count, last, disc, numberWidth, numberX, sign, signWidth, amountWidth, apart, inOne, byAmount, wraps, grand,
            said: apart ? word : named,
            bold: !light || brief,
            // True if the word stands in the second line.
            below: count === 3 || count === 2 && amount === "",
            saidX: order && (inOne || byWord) ? numberX + numberWidth + signWidth : (room - unnumbered) / 2 + signWidth
        }
    }

    FeltWords {
        id: letter
        visible: pill.layout.apart
        unit: pill.unit
        text: pill.bettor
        color: pill.ink
        x: pill.order ? pill.layout.numberX + pill.layout.numberWidth : (pill.width - width) / 2
        y: pill.unit
    }
    Rectangle {
        id: number
        visible: pill.order > 0
        width: pill.layout.disc
        height: width
        radius: width / 2
        x: pill.layout.numberX
        y: said.y + (pill.layout.byAmount ? much.y - said.y : pill.layout.below ? -pill.step : 0) + (said.height - height) / 2 + (pill.layout.byAmount ? (much.height - said.height) / 2 : 0)
        color: Theme.onBright
        FeltWords { unit: pill.unit; anchors.centerIn: parent; text: pill.order; color: Theme.ofOutcome(pill.it.tone) }
    }
    Glyph {
        name: pill.layout.sign
        visible: pill.layout.signWidth > 0
        color: pill.ink
        size: 18 * pill.unit
        x: said.x - width - pill.gap
        y: said.y + (said.height - height) / 2 + 1
    }
    FeltWords {
        id: said
        unit: pill.unit
        text: pill.layout.said
        font.bold: pill.layout.bold
        color: pill.ink
        x: pill.layout.saidX
        y: pill.unit + (pill.layout.below ? pill.step : 0)
    }
    FeltWords {
        id: much
        visible: text !== ""
        unit: pill.unit
        size: pill.layout.grand ? Theme.glance : Theme.body
        text: pill.it.amount
        color: pill.ink
        width: pill.layout.wraps ? pill.room - 4 * pill.unit : Math.ceil(pill.layout.amountWidth) + 1
        wrapMode: pill.layout.wraps ? Text.WordWrap : Text.NoWrap
        horizontalAlignment: Text.AlignHCenter
        lineHeight: pill.layout.wraps ? 0.88 : 1
        x: pill.layout.inOne ? said.x + said.width + pill.gap : pill.layout.byAmount ? pill.layout.numberX + pill.layout.numberWidth : (pill.width - width) / 2
        y: pill.layout.inOne ? pill.unit : (pill.layout.count - 1) * pill.step + (pill.layout.last - height) / 2 + (pill.layout.grand ? 0 : 2 * pill.unit)
    }
}
