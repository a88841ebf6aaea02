// A card: rank and suit in large print, or its back.
import QtQuick

Rectangle {
    property string rank: ""
    property string suit: ""
    property bool hidden: rank === ""
    // True if the dealer keyed the card in and no reader has read it.
    property bool keyed: false
    property real cardWidth: 58 * Theme.u
    readonly property color ink: Theme.suitInk(suit)
    width: cardWidth
    height: cardWidth * 1.42
    radius: cardWidth * 0.1
    color: hidden ? "#27527a" : "#fdfbf5"
    border.color: hidden ? "#fdfbf5" : keyed ? "#b06a00" : "#c9c4b6"
    border.width: hidden ? Math.max(2, cardWidth * 0.05) : keyed ? Math.max(3, cardWidth * 0.08) : 1

    Rectangle {
        visible: parent.keyed && !parent.hidden
        anchors { right: parent.right; top: parent.top }
        width: parent.cardWidth * 0.36
        height: width
        radius: parent.radius
        color: "#b06a00"
        // The mark shows the keys of a pad, because a letter would be read as a rank.
        Grid {
            id: keys
            anchors.centerIn: parent
            columns: 3
            spacing: parent.width * 0.1
            Repeater {
                model: 9
                Rectangle { width: keys.parent.width * 0.17; height: width; color: "#ffffff" }
            }
        }
    }

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
