// How a hand stands: word, shape and colour together, never one of them alone.
import QtQuick

Rectangle {
    id: chip
    property string outcome: ""
    property string word: ""
    property string shape: "disc"
    property real room: 120 * Theme.u
    visible: word !== ""
    width: Math.min(room, measure.width + glyph.width + 24 * Theme.u)
    height: 30 * Theme.u * Theme.textScale
    radius: height / 2
    color: Theme.ofOutcome(outcome)
    TextMetrics {
        id: measure
        text: chip.word
        font: words.font
    }
    Glyph {
        id: glyph
        name: chip.shape
        color: Theme.onBright
        size: 14 * Theme.u
        anchors { left: parent.left; leftMargin: 8 * Theme.u; verticalCenter: parent.verticalCenter }
    }
    Fitted {
        id: words
        anchors { left: glyph.right; right: parent.right; leftMargin: 4 * Theme.u; rightMargin: 8 * Theme.u; top: parent.top; bottom: parent.bottom }
        text: chip.word
        size: 19
        least: 12
        color: Theme.onBright
        font.bold: true
        wrapMode: Text.NoWrap
    }
}
