// Keys for a card in two touches, its rank and its suit, in either order. A wrong key is replaced by the right one
// until both are chosen. The keys touch each other, and are large enough for a glance away from the felt.
import QtQuick
import "../common"

Item {
    id: pad
    property var ranks: []
    property var suits: []
    // Identifies what the card is keyed for; with something new, a card that is half keyed is forgotten.
    property string about: ""
    signal pressed(string card)
    property string rank: ""
    property string suit: ""
    readonly property bool half: rank !== "" || suit !== ""
    // The thirteen ranks fill their rows: the number cards above the ace and the court cards.
    readonly property var counts: Theme.upright ? [6, 7] : [3, 3, 3, 4]
    readonly property int rows: counts.length
    readonly property real keyHeight: 94 * Theme.u
    implicitHeight: (rows + 1) * keyHeight
    height: implicitHeight
    onAboutChanged: { rank = ""; suit = "" }
    onVisibleChanged: { rank = ""; suit = "" }

    function place(index) {
        let row = 0
        while (index >= counts[row]) index -= counts[row++]
        return { row: row, column: index, count: counts[row] }
    }
    function take(newRank, newSuit) {
        if (newRank === "" || newSuit === "") {
            rank = newRank
            suit = newSuit
            return
        }
        rank = ""
        suit = ""
        pressed(newRank + newSuit)
    }

    component Face: Item {
        id: key
        property var it: ({ key: "", says: "" })
        property bool chosen: false
        readonly property bool target: true
        readonly property string padName: "cards"
        property color ink: Theme.suitInk("s")
        default property alias content: face.data
        signal tapped()
        height: pad.keyHeight
        Accessible.role: Accessible.Button
        Accessible.name: it.says
        Accessible.onPressAction: tapped()
        Rectangle {
            id: face
            anchors { fill: parent; margins: 2.5 * Theme.u }
            radius: 9 * Theme.u
            color: area.pressed || key.chosen ? "#d8d2c0" : "#fdfbf5"
            border.color: key.chosen ? Theme.focus : "#8a8675"
            border.width: key.chosen ? 5 * Theme.u : 1
        }
        MouseArea {
            id: area
            anchors.fill: parent
            onClicked: if (touches.meant(key.it.says, "key")) key.tapped()
        }
    }

    Repeater {
        model: pad.ranks.length
        Face {
            id: rankKey
            required property int index
            it: pad.ranks[index] || ({ key: "", says: "" })
            objectName: "rank " + it.key
            chosen: pad.rank === it.key
            readonly property var at: pad.place(index)
            x: at.column * width
            y: at.row * pad.keyHeight
            width: pad.width / at.count
            onTapped: pad.take(it.key, pad.suit)
            Text {
                anchors.centerIn: parent
                text: rankKey.it.key === "T" ? "10" : rankKey.it.key
                color: rankKey.ink
                font { family: Theme.family; bold: true; pixelSize: 52 * Theme.u }
            }
        }
    }
    Repeater {
        model: pad.suits.length
        Face {
            id: suitKey
            required property int index
            it: pad.suits[index] || ({ key: "", says: "" })
            objectName: "suit " + it.key
            chosen: pad.suit === it.key
            x: index * width
            y: pad.rows * pad.keyHeight
            width: pad.width / Math.max(1, pad.suits.length)
            onTapped: pad.take(pad.rank, it.key)
            Suit { suit: suitKey.it.key || "s"; color: Theme.suitInk(suitKey.it.key); size: 54 * Theme.u; anchors.centerIn: parent }
        }
    }
}
