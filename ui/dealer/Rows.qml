// The table of the shift summary.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)
    readonly property real each: Math.min(64 * Theme.u, (foot.y - Theme.gap) / Math.max(1, it.page.rows.length))
    Repeater {
        model: it.page.rows.length
        Row {
            id: line
            required property int index
            readonly property var cells: it.page.rows[index] || []
            readonly property bool head: index === 0
            y: index * it.each
            Accessible.role: Accessible.StaticText
            Accessible.name: cells.map((cell, column) => it.page.rows[0][column] + " " + cell).join(", ")
            Repeater {
                model: line.cells.length
                Fitted {
                    required property int index
                    width: it.width / Math.max(1, line.cells.length)
                    height: it.each
                    horizontalAlignment: index === 0 ? Text.AlignLeft : Text.AlignRight
                    text: line.cells[index] || ""
                    wrapMode: Text.NoWrap
                    size: 30
                    font.bold: line.head || index === 0
                    color: line.head ? Theme.faint : Theme.ink
                }
            }
        }
    }
    Foot {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        hasBefore: false
        onAsked: (what) => it.asked(what)
    }
}
