// The steps of shoe preparation: done, due and following.
import QtQuick
import "../common"

Rectangle {
    id: list
    property var rows: []
    readonly property int done: rows.filter(row => row.state === "done").length
    color: Theme.felt
    Accessible.role: Accessible.List
    Accessible.name: Theme.say("%1 of %2 steps are done").arg(done).arg(rows.length)

    Column {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 26 * Theme.u }
        spacing: 10 * Theme.u
        Words {
            width: parent.width
            text: Theme.say("%1 of %2 steps are done").arg(list.done).arg(list.rows.length)
            size: 30
            font.bold: true
        }
        Rectangle {
            width: parent.width
            height: 14 * Theme.u
            radius: height / 2
            color: Theme.circle
            Rectangle {
                width: parent.width * list.done / Math.max(1, list.rows.length)
                height: parent.height
                radius: height / 2
                color: Theme.win
            }
        }
    }
    Item {
        id: area
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; margins: 26 * Theme.u }
        readonly property real each: Math.min(56 * Theme.u * Theme.textScale, height / Math.max(1, list.rows.length))
        Repeater {
            model: list.rows.length
            Item {
                required property int index
                readonly property var it: list.rows[index] || ({ text: "", state: "next" })
                width: area.width
                height: area.each
                y: index * area.each
                Glyph {
                    id: mark
                    name: it.state === "done" ? "disc" : it.state === "now" ? "right" : "square"
                    color: it.state === "done" ? Theme.win : it.state === "now" ? Theme.focus : Theme.line
                    size: Math.min(22 * Theme.u, area.each * 0.6)
                    anchors.verticalCenter: parent.verticalCenter
                }
                Fitted {
                    anchors { left: mark.right; leftMargin: 14 * Theme.u; right: parent.right; top: parent.top; bottom: parent.bottom }
                    horizontalAlignment: Text.AlignLeft
                    text: it.text
                    size: it.state === "now" ? 28 : 24
                    least: 13
                    font.bold: it.state === "now"
                    color: it.state === "now" ? Theme.ink : Theme.faint
                }
            }
        }
    }
}
