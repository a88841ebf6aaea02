// Keys for all cards, thirteen per suit; on an upright panel seven per row. The keys fill the pad without a gap: a
// finger between two of them presses the nearer one.
import QtQuick

Item {
    id: pad
    property var deck: []
    signal pressed(string card)
    readonly property int columns: Theme.upright ? 7 : 13
    readonly property int rows: Theme.upright ? 8 : 4
    readonly property real keyWidth: width / columns
    readonly property real keyHeight: height / rows
    Repeater {
        model: pad.deck.length
        Item {
            id: key
            required property int index
            readonly property var it: pad.deck[index]
            readonly property int suitRow: Math.floor(index / 13)
            readonly property int place: index % 13
            readonly property bool target: true
            readonly property string padName: "cards"
            x: (place % pad.columns) * pad.keyWidth
            y: (Theme.upright ? suitRow * 2 + Math.floor(place / 7) : suitRow) * pad.keyHeight
            width: pad.keyWidth
            height: pad.keyHeight
            objectName: "card " + it.card
            Accessible.role: Accessible.Button
            Accessible.name: it.says
            Accessible.onPressAction: pad.pressed(it.card)
            readonly property color ink: Theme.suitInk(it.suit)
            Rectangle {
                id: face
                anchors { fill: parent; margins: 3 * Theme.u }
                radius: 9 * Theme.u
                color: area.pressed ? "#d8d2c0" : "#fdfbf5"
                border.color: "#8a8675"
                border.width: 1
                Text {
                    anchors { horizontalCenter: parent.horizontalCenter; top: parent.top }
                    height: parent.height * 0.6
                    verticalAlignment: Text.AlignVCenter
                    text: key.it.rank === "T" ? "10" : key.it.rank
                    color: key.ink
                    font.family: Theme.family
                    font.bold: true
                    font.pixelSize: Math.min(face.width * 0.62, face.height * 0.46)
                }
                Suit {
                    suit: key.it.suit
                    color: key.ink
                    size: Math.min(face.width, face.height) * 0.38
                    anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: face.height * 0.08 }
                }
            }
            MouseArea {
                id: area
                anchors.fill: parent
                onClicked: if (touches.meant(key.it.card, "key")) pad.pressed(key.it.card)
            }
        }
    }
}
