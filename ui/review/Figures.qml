// A table of a report: headings over a line, numbers aligned right, texts wrapped.
import QtQuick
import "../common"

Column {
    id: root
    required property var table
    readonly property var rows: table ? table.rows : []
    spacing: 2 * Theme.u
    Accessible.role: Accessible.Table
    Accessible.name: table ? table.title : ""
    Words { width: root.width; text: root.table ? root.table.title : ""; size: 19; font.bold: true; topPadding: 8 * Theme.u }
    Repeater {
        model: root.rows.length
        Column {
            id: line
            required property int index
            readonly property var cells: root.rows[index] || []
            width: root.width
            Row {
                Repeater {
                    model: line.cells.length
                    Words {
                        required property int index
                        width: root.width * (root.table ? root.table.shares[index] : 0)
                        rightPadding: 12 * Theme.u
                        text: line.cells[index] || ""
                        size: 17
                        font.bold: line.index === 0
                        horizontalAlignment: root.table && root.table.numeric[index] ? Text.AlignRight : Text.AlignLeft
                        objectName: "cell " + line.index + " " + index
                    }
                }
            }
            Rectangle { width: root.width; height: Math.max(1, Theme.u); color: Theme.faint; opacity: line.index === 0 ? 1 : 0.25 }
        }
    }
}
