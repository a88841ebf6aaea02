// Which table, which book, what is left in the shoe, which devices answer, who deals, what time it is.
import QtQuick

Rectangle {
    id: bar
    property var table: ({})
    color: Theme.bar
    implicitHeight: 58 * Theme.u
    readonly property real half: (width - 40 * Theme.u) / 2

    Row {
        id: left
        height: parent.height
        anchors { left: parent.left; leftMargin: 16 * Theme.u }
        spacing: 12 * Theme.u
        Words { text: bar.table.name || ""; size: 25; font.bold: true; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
        Badge { text: bar.table.mark || ""; anchors.verticalCenter: parent.verticalCenter }
        Badge { text: bar.table.keyedIn ? Theme.say("CARDS ARE KEYED IN") : ""; anchors.verticalCenter: parent.verticalCenter }
        Badge { text: bar.table.lastRound ? Theme.say("LAST ROUND") : ""; anchors.verticalCenter: parent.verticalCenter }
        Words {
            text: bar.table.book !== bar.table.name ? bar.table.book || "" : ""
            size: 20
            color: Theme.faint
            wrapMode: Text.NoWrap
            visible: !Theme.upright && x + implicitWidth + left.x + 30 * Theme.u < right.x
            anchors.verticalCenter: parent.verticalCenter
        }
    }
    Row {
        id: right
        height: parent.height
        anchors { right: parent.right; rightMargin: 16 * Theme.u }
        spacing: 18 * Theme.u
        Rectangle {
            visible: !Theme.upright && (bar.table.cardsWords || "") !== ""
            width: 110 * Theme.u
            height: 12 * Theme.u
            radius: height / 2
            color: Theme.button
            anchors.verticalCenter: parent.verticalCenter
            Rectangle {
                width: parent.width * (bar.table.shoeShare || 0)
                height: parent.height
                radius: height / 2
                color: Theme.surrender
            }
        }
        Words { visible: text !== ""; text: bar.table.cardsWords || ""; size: 21; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
        Repeater {
            model: (bar.table.devices || []).length
            Row {
                required property int index
                readonly property var it: bar.table.devices[index] || ({ name: "", ok: true, words: "" })
                height: bar.height
                spacing: 6 * Theme.u
                Accessible.role: Accessible.StaticText
                Accessible.name: it.words
                objectName: "device " + it.words
                Glyph {
                    name: it.ok ? "disc" : "up"
                    color: it.ok ? Theme.win : Theme.lose
                    size: 18 * Theme.u
                    anchors.verticalCenter: parent.verticalCenter
                }
                Words { visible: !Theme.upright || !it.ok; text: it.name; size: 21; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
            }
        }
        Words { visible: text !== ""; text: bar.table.dealer || ""; size: 21; font.bold: true; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
        Words { text: bar.table.clock || ""; size: 21; color: Theme.faint; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
    }
}
