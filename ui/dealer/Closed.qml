// A closed table: its summary, who closed it, and a button to open it again.
import QtQuick
import "../common"

Rectangle {
    id: page
    property var closed: null
    property bool canUndo: false
    signal asked(string what)
    readonly property var it: closed || ({ title: "", rows: [], open: "" })
    readonly property real margin: 34 * Theme.u
    color: Theme.felt
    objectName: "closed"
    Accessible.role: Accessible.AlertMessage
    Accessible.name: [it.title].concat(it.rows.map(row => row.name + " " + row.value)).join(". ")

    Words {
        id: title
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: page.margin }
        text: page.it.title
        size: 58
        font.bold: true
    }
    Item {
        id: area
        anchors { left: parent.left; right: parent.right; top: title.bottom; bottom: foot.top; margins: page.margin; topMargin: 14 * Theme.u }
        readonly property real each: Math.min(62 * Theme.u * Theme.textScale, height / Math.max(1, page.it.rows.length))
        Repeater {
            model: page.it.rows.length
            Item {
                required property int index
                readonly property var row: page.it.rows[index] || ({ name: "", value: "" })
                y: index * area.each
                width: area.width
                height: area.each
                Fitted { width: parent.width * 0.42; height: parent.height; horizontalAlignment: Text.AlignLeft; text: row.name; size: 30; color: Theme.faint }
                Fitted { x: parent.width * 0.44; width: parent.width * 0.56; height: parent.height; horizontalAlignment: Text.AlignLeft; text: row.value; size: 34; font.bold: true }
            }
        }
    }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: page.margin }
        height: Theme.primary
        BigButton {
            id: opens
            width: parent.width * 0.46
            text: page.it.open
            tone: Theme.win
            ink: Theme.onBright
            sends: "open_table"
            onTapped: page.asked("open_table")
        }
        Row {
            anchors { right: parent.right; bottom: parent.bottom }
            spacing: Theme.gap
            SmallButton { text: Theme.say("Undo"); live: page.canUndo; width: 150 * Theme.u; sends: "undo"; onTapped: page.asked("undo") }
            SmallButton { text: Theme.say("Floor"); width: 150 * Theme.u; sends: "open floor"; onTapped: page.asked("open floor") }
        }
    }
}
