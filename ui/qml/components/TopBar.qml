// Which table, which book, what is left in the shoe, which devices answer, who deals, what time it is.
import QtQuick

Rectangle {
    id: bar
    property var table: ({})
    color: Theme.bar
    implicitHeight: 58 * Theme.u

    Row {
        id: left
        anchors { left: parent.left; leftMargin: 20 * Theme.u; verticalCenter: parent.verticalCenter }
        spacing: 14 * Theme.u
        Words { text: bar.table.name; size: 25; font.bold: true; wrapMode: Text.NoWrap }
        Words {
            text: bar.table.book
            size: 21
            color: Theme.faint
            wrapMode: Text.NoWrap
            visible: !Theme.upright
            anchors.baseline: parent.children[0].baseline
        }
    }
    Row {
        anchors { right: parent.right; rightMargin: 20 * Theme.u; verticalCenter: parent.verticalCenter }
        spacing: 22 * Theme.u
        Row {
            spacing: 9 * Theme.u
            visible: bar.table.cardsLeft !== undefined && bar.table.cardsLeft >= 0
            Rectangle {
                visible: !Theme.upright
                width: 150 * Theme.u
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
            Words { text: bar.table.cardsWords || ""; size: 21; wrapMode: Text.NoWrap }
        }
        Repeater {
            model: (bar.table.devices || []).length
            Row {
                required property int index
                readonly property var it: bar.table.devices[index] || ({ name: "", ok: true, words: "" })
                spacing: 7 * Theme.u
                Accessible.role: Accessible.StaticText
                Accessible.name: it.words
                Glyph {
                    name: it.ok ? "disc" : "up"
                    color: it.ok ? Theme.win : Theme.lose
                    size: 16 * Theme.u
                    anchors.verticalCenter: parent.verticalCenter
                }
                Words { text: it.name; size: 21; wrapMode: Text.NoWrap }
            }
        }
        Words { text: bar.table.dealer || ""; size: 21; font.bold: true; wrapMode: Text.NoWrap }
        Words { text: bar.table.clock || ""; size: 21; color: Theme.faint; wrapMode: Text.NoWrap }
    }
}
