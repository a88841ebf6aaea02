// How a hand stands: a word, a shape and a colour, never one of them alone.
import QtQuick

Rectangle {
    property string outcome: ""
    property string word: ""
    property string shape: "disc"
    visible: word !== ""
    width: row.width + 22 * Theme.u
    height: 34 * Theme.u
    radius: height / 2
    color: Theme.ofOutcome(outcome)

    Row {
        id: row
        anchors.centerIn: parent
        spacing: 7 * Theme.u
        Glyph {
            name: shape
            color: Theme.onBright
            size: 15 * Theme.u
            anchors.verticalCenter: parent.verticalCenter
        }
        Words {
            text: word
            size: 20
            color: Theme.onBright
            font.bold: true
            wrapMode: Text.NoWrap
            anchors.verticalCenter: parent.verticalCenter
        }
    }
}
