// Keys for all cards, thirteen per suit; on an upright panel seven per row.
import QtQuick

Item {
    id: pad
    property var deck: []
    signal pressed(string card)
    // Thirteen keys of 9 mm with gaps of 8 mm just fit the panel.
    readonly property real gap: 47.2 * Theme.u
    readonly property int columns: Theme.upright ? 7 : 13
    readonly property int rows: Theme.upright ? 8 : 4
    readonly property real keyWidth: (width - (columns - 1) * pad.gap) / columns
    readonly property real keyHeight: Math.min((height - (rows - 1) * pad.gap) / rows, 100 * Theme.u)
    Repeater {
        model: pad.deck.length
        Rectangle {
            id: key
            required property int index
            readonly property var it: pad.deck[index]
            readonly property int suitRow: Math.floor(index / 13)
            readonly property int place: index % 13
            readonly property bool target: true
            x: (place % pad.columns) * (pad.keyWidth + pad.gap)
            y: (Theme.upright ? suitRow * 2 + Math.floor(place / 7) : suitRow) * (pad.keyHeight + pad.gap)
            width: pad.keyWidth
            height: pad.keyHeight
            radius: 9 * Theme.u
            color: area.pressed ? "#d8d2c0" : "#fdfbf5"
            border.color: "#8a8675"
            border.width: 1
            objectName: "card " + it.card
            Accessible.role: Accessible.Button
            Accessible.name: it.says
            readonly property color ink: Theme.suitInk(it.suit)
            Text {
                anchors { horizontalCenter: parent.horizontalCenter; top: parent.top }
                height: parent.height * 0.6
                verticalAlignment: Text.AlignVCenter
                text: key.it.rank === "T" ? "10" : key.it.rank
                color: key.ink
                font.family: Theme.family
                font.bold: true
                font.pixelSize: Math.min(key.width * 0.62, key.height * 0.44)
            }
            Suit {
                suit: key.it.suit
                color: key.ink
                size: Math.min(key.width, key.height) * 0.36
                anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: key.height * 0.08 }
            }
            MouseArea {
                id: area
                anchors.fill: parent
                onClicked: if (touches.meant(key.it.card, "key")) pad.pressed(key.it.card)
            }
        }
    }
}
