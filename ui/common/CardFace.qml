// A card: rank and suit in large print, or its back.
import QtQuick

Rectangle {
    id: face
    property string rank: ""
    property string suit: ""
    property bool hidden: rank === ""
    // True if the dealer keyed the card in and no reader has read it.
    property bool keyed: false
    property real cardWidth: 58 * Theme.u
    // Height of the card for a width of 1.
    property real tall: 1.42
    // True for a card that lies crosswise: its long side is level, and its face still reads upright.
    property bool crosswise: false
    // Where the rank is centred, as a share of the width: to the left on a card that another one partly covers.
    property real rankAt: 0.5
    readonly property color ink: Theme.suitInk(suit)
    width: crosswise ? cardWidth * tall : cardWidth
    height: crosswise ? cardWidth : cardWidth * tall
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
                model: face.keyed ? 9 : 0
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
        x: (parent.crosswise ? parent.width * 0.36 : parent.width * parent.rankAt) - width / 2
        y: parent.crosswise ? (parent.height - height) / 2 : -parent.cardWidth * (parent.tall < 1.4 ? 0.06 : 0.02)
    }
    Suit {
        visible: !parent.hidden
        suit: parent.suit
        color: parent.ink
        size: parent.cardWidth * (parent.tall < 1.4 ? 0.42 : 0.46)
        x: (parent.crosswise ? parent.width * 0.76 : parent.width / 2) - size / 2
        y: parent.crosswise ? (parent.height - size) / 2 : parent.height - size - parent.cardWidth * (parent.tall < 1.4 ? 0.07 : 0.1)
    }
}
