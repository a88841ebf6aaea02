// A card as it lies: rank and suit large, or its back.
import QtQuick

Rectangle {
    property string rank: ""
    property string suit: ""
    property bool hidden: rank === ""
    property real cardWidth: 58 * Theme.u
    readonly property color ink: Theme.suitInk(suit)
    width: cardWidth
    height: cardWidth * 1.42
    radius: cardWidth * 0.1
    color: hidden ? "#27527a" : "#fdfbf5"
    border.color: hidden ? "#fdfbf5" : "#c9c4b6"
    border.width: hidden ? Math.max(2, cardWidth * 0.05) : 1

    Text {
        visible: !parent.hidden
        text: parent.rank === "T" ? "10" : parent.rank
        color: parent.ink
        font.family: Theme.family
        font.bold: true
        font.pixelSize: parent.cardWidth * 0.68
        anchors.horizontalCenter: parent.horizontalCenter
        y: -parent.cardWidth * 0.02
    }
    Suit {
        visible: !parent.hidden
        suit: parent.suit
        color: parent.ink
        size: parent.cardWidth * 0.46
        anchors.horizontalCenter: parent.horizontalCenter
        y: parent.height - size - parent.cardWidth * 0.1
    }
}
