// What becomes of a wager: a word with its colour, its amount, and its number in the order of settlement. It is laid
// out in as few lines as its room allows. Where a box is too full for words, its shape stands for the word.
import QtQuick

Rectangle {
    id: pill
    objectName: "outcome"
    // The bettor of a shared spot.
    property string bettor: ""
    property string word: ""
    property string amount: ""
    property string tone: ""
    property string shape: ""
    property int order: 0
    property bool settled: false
    // The kind of wager, unless it is the main wager.
    property string kind: ""
    // The amount is read at a glance.
    property bool large: false
    property bool terse: false
    property real unit: Theme.u
    property real room: 120 * unit
    readonly property color ink: settled ? Theme.faint : Theme.onBright
    readonly property bool sided: kind !== "" && kind !== "main"
    readonly property real gap: (terse ? 2 : 5) * unit
    readonly property real disc: (terse ? 28 : 32) * unit
    readonly property real numberWidth: order ? disc + gap : 0
    // A settled line is ticked; a result without an amount, and an outcome without a word, has its shape.
    readonly property string sign: settled && !brief ? "tick" : order === 0 || brief ? shape : ""
    readonly property real signSize: sign === "" ? 0 : 18 * unit + gap
    // A word that is too wide for a narrow spot is written lighter, and one that is still too wide gives way to its shape.
    readonly property bool light: lone.advanceWidth > close
    readonly property bool brief: terse || light && lighter.advanceWidth > room - 2 * unit
    readonly property string named: [bettor, brief ? "" : word].filter(part => part !== "").join(" ")
    readonly property real wordWidth: spoken.advanceWidth
    readonly property real amountWidth: amount === "" ? 0 : plain.advanceWidth * (grand ? Theme.glance / Theme.body : 1)
    // Odds that are wider than a narrow spot stand in two lines.
    readonly property bool wraps: amountWidth > room - 4 * unit
    readonly property real wide: room - 10 * unit
    readonly property bool grand: large && amount !== "" && glanced.advanceWidth <= room - 4 * unit
    readonly property real lonely: light ? lighter.advanceWidth : lone.advanceWidth
    readonly property real close: room - 4 * unit
    // A bettor's letter that does not fit beside the word stands above it, beside the number.
    readonly property bool apart: !inOne && bettor !== "" && !brief && wordWidth > close
    readonly property bool inOne: !grand && numberWidth + signSize + wordWidth + (amount === "" ? 0 : amountWidth + gap) <= (terse ? room : wide)
    readonly property real signWidth: inOne || signSize + (apart ? lonely : wordWidth) <= close ? signSize : 0
    // In two lines the number stands before the word, or where that is too long, before the amount.
    readonly property bool byWord: !inOne && !apart && numberWidth + signWidth + wordWidth <= wide
    readonly property bool byAmount: order > 0 && !inOne && !byWord && !apart && amount !== "" && signWidth + wordWidth <= (light ? room : close) && numberWidth + amountWidth <= close
    readonly property real step: 31 * unit
    readonly property real lastStep: (grand ? 49 : wraps ? 62 : 31) * unit
    readonly property int lines: apart ? amount === "" ? 2 : 3 : inOne || order === 0 && amount === "" ? 1 : byWord || byAmount || order === 0 || amount === "" ? 2 : 3
    // True if the word stands in the second line.
    readonly property bool below: lines === 3 || lines === 2 && amount === ""
    readonly property real numbered: !order ? 0 : inOne ? numberWidth + signWidth + wordWidth + (amount === "" ? 0 : gap + amountWidth) : byWord ? numberWidth + signWidth + wordWidth : byAmount ? numberWidth + amountWidth : apart ? numberWidth + letter.implicitWidth : disc
    readonly property real unnumbered: signWidth + wordWidth + (inOne && amount !== "" ? gap + amountWidth : 0)
    readonly property color edge: settled ? Theme.line : !sided ? color : ["tie", "war", "war_tie", "matched"].includes(kind) ? Theme.tie : ["progressive", "envy", "bonus"].includes(kind) ? Theme.side : Theme.faint
    width: room
    height: (lines - 1) * step + lastStep + 8 * unit
    radius: Math.min(18 * unit, height / 2)
    color: settled ? "transparent" : Theme.ofOutcome(tone)
    border.color: edge
    border.width: settled ? 1.5 * unit : sided ? 4 * unit : 0

    TextMetrics {
        id: spoken
        text: pill.named
        font: said.font
    }
    TextMetrics {
        id: lone
        text: pill.word
        font { family: Theme.family; bold: true; pixelSize: Theme.body * pill.unit }
    }
    TextMetrics {
        id: lighter
        text: pill.word
        font { family: Theme.family; pixelSize: Theme.body * pill.unit }
    }
    FeltWords {
        id: letter
        visible: pill.apart
        unit: pill.unit
        text: pill.bettor
        color: pill.ink
        x: pill.order ? number.x + pill.numberWidth : (pill.width - width) / 2
        y: pill.unit
    }
    TextMetrics {
        id: plain
        text: pill.amount
        font { family: Theme.family; bold: true; pixelSize: Theme.body * pill.unit }
    }
    TextMetrics {
        id: glanced
        text: pill.amount
        font { family: Theme.family; bold: true; pixelSize: Theme.glance * pill.unit }
    }
    Rectangle {
        id: number
        visible: pill.order > 0
        width: pill.disc
        height: width
        radius: width / 2
        x: (pill.width - pill.numbered) / 2
        y: said.y + (pill.byAmount ? much.y - said.y : pill.below ? -pill.step : 0) + (said.height - height) / 2 + (pill.byAmount ? (much.height - said.height) / 2 : 0)
        color: Theme.onBright
        FeltWords { unit: pill.unit; anchors.centerIn: parent; text: pill.order; color: Theme.ofOutcome(pill.tone) }
    }
    Glyph {
        name: pill.sign
        visible: pill.signWidth > 0
        color: pill.ink
        size: 18 * pill.unit
        x: said.x - width - pill.gap
        y: said.y + (said.height - height) / 2 + 1
    }
    FeltWords {
        id: said
        unit: pill.unit
        text: pill.apart ? pill.word : pill.named
        font.bold: !pill.light || pill.brief
        color: pill.ink
        x: pill.order && (pill.inOne || pill.byWord) ? number.x + pill.numberWidth + pill.signWidth : (pill.width - (pill.apart ? pill.signWidth + pill.lonely : pill.unnumbered)) / 2 + pill.signWidth
        y: pill.unit + (pill.below ? pill.step : 0)
    }
    FeltWords {
        id: much
        visible: text !== ""
        unit: pill.unit
        size: pill.grand ? Theme.glance : Theme.body
        text: pill.amount
        color: pill.ink
        width: pill.wraps ? pill.room - 4 * pill.unit : Math.ceil(pill.amountWidth) + 1
        wrapMode: pill.wraps ? Text.WordWrap : Text.NoWrap
        horizontalAlignment: Text.AlignHCenter
        lineHeight: pill.wraps ? 0.88 : 1
        x: pill.inOne ? said.x + said.width + pill.gap : pill.byAmount ? number.x + pill.numberWidth : (pill.width - width) / 2
        y: pill.inOne ? pill.unit : (pill.lines - 1) * pill.step + (pill.lastStep - height) / 2 + (pill.grand ? 0 : 2 * pill.unit)
    }
}
