// The result of a hand as word, shape and colour together.
import QtQuick

Rectangle {
    id: chip
    property string outcome: ""
    property string word: ""
    property string shape: "disc"
    property real room: 120 * Theme.u
    // True if the hand is settled: its chips have moved, so it needs no attention.
    property bool past: false
    property real scaling: Theme.textScale
    visible: word !== ""
    width: Math.min(room, measure.width + glyph.width + 24 * Theme.u)
    height: 30 * Theme.u * scaling
    radius: height / 2
    color: past ? "transparent" : Theme.ofOutcome(outcome)
    border.color: Theme.line
    border.width: past ? 1.5 * Theme.u : 0
    readonly property color ink: past ? Theme.faint : Theme.onBright
    TextMetrics {
        id: measure
        text: chip.word
        font: words.font
    }
    Glyph {
        id: glyph
        name: chip.shape
        color: chip.ink
        size: 14 * Theme.u
        anchors { left: parent.left; leftMargin: 8 * Theme.u; verticalCenter: parent.verticalCenter }
    }
    Fitted {
        id: words
        anchors { left: glyph.right; right: parent.right; leftMargin: 4 * Theme.u; rightMargin: 8 * Theme.u; top: parent.top; bottom: parent.bottom }
        text: chip.word
        size: 19
        least: 9
        color: chip.ink
        font.bold: true
        wrapMode: Text.NoWrap
    }
}
