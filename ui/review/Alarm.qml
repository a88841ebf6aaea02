// A table that is or was held; shown until somebody acknowledges it. Rulings are made at the table.
import QtQuick
import "../common"

Rectangle {
    id: strip
    property var alarm: ({})
    implicitHeight: 78 * Theme.u
    color: alarm.live || alarm.waits ? Theme.stop : Theme.panel
    border.color: alarm.live || alarm.waits ? Theme.lose : Theme.line
    border.width: alarm.waits ? 3 * Theme.u : 1
    Accessible.role: Accessible.AlertMessage
    Accessible.name: alarm.head + ", " + alarm.under + (alarm.prepared !== "" ? ", " + alarm.prepared : "")
    objectName: "alarm"
    Glyph {
        id: mark
        name: "up"
        color: strip.alarm.live || strip.alarm.waits ? Theme.lose : Theme.faint
        size: 34 * Theme.u
        anchors { left: parent.left; leftMargin: 16 * Theme.u; verticalCenter: parent.verticalCenter }
    }
    Column {
        anchors { left: mark.right; leftMargin: 14 * Theme.u; right: prepare.visible ? prepare.left : seen.visible ? seen.left : parent.right; rightMargin: 12 * Theme.u; verticalCenter: parent.verticalCenter }
        Fitted {
            width: parent.width
            height: 32 * Theme.u
            horizontalAlignment: Text.AlignLeft
            wrapMode: Text.NoWrap
            elide: Text.ElideRight
            text: strip.alarm.head || ""
            size: 25
            least: 15
            font.bold: true
        }
        Fitted {
            width: parent.width
            height: 28 * Theme.u
            horizontalAlignment: Text.AlignLeft
            wrapMode: Text.NoWrap
            elide: Text.ElideRight
            text: strip.alarm.prepared !== "" ? strip.alarm.prepared : strip.alarm.under
            size: 20
            least: 13
            color: strip.alarm.prepared !== "" ? Theme.ink : Theme.faint
        }
    }
    Chip {
        id: prepare
        visible: !!strip.alarm.live
        anchors { right: seen.left; rightMargin: 10 * Theme.u; verticalCenter: parent.verticalCenter }
        width: (Theme.upright ? 150 : 190) * Theme.u
        text: Theme.say("Prepare a ruling")
        onTapped: review.tap("open ruling")
    }
    Chip {
        id: seen
        anchors { right: parent.right; rightMargin: 10 * Theme.u; verticalCenter: parent.verticalCenter }
        visible: !!strip.alarm.live || !!strip.alarm.waits
        width: (Theme.upright ? 140 : 170) * Theme.u
        text: strip.alarm.waits ? Theme.say("Acknowledge") : Theme.say("Acknowledged")
        live: !!strip.alarm.waits
        on: !!strip.alarm.waits
        onTapped: review.tap("acknowledge")
    }
}
