// The review window: the strip of the day, the list of rounds, the selected round on the table, its rack and rules.
import QtQuick
import "../common"

Rectangle {
    id: screen
    color: Theme.bar
    readonly property var now: review.now
    readonly property real gap: 10 * Theme.u
    readonly property bool upright: width < height
    readonly property real side: upright ? (width - 3 * gap) / 2 : 320 * Theme.u
    readonly property real low: upright ? body.height * (alarm.visible ? 0.57 : 0.54) : 0
    Binding { target: Theme; property: "width"; value: screen.width }
    Binding { target: Theme; property: "height"; value: screen.height }
    Binding { target: Theme; property: "dark"; value: review.style.dark }
    Binding { target: Theme; property: "textScale"; value: review.style.scale }
    Binding { target: Theme; property: "words"; value: review.style.words }

    Head {
        id: head
        width: parent.width
        now: screen.now
    }
    Alarm {
        id: alarm
        visible: screen.now.alarm.count > 0
        anchors { top: head.bottom; left: parent.left; right: parent.right }
        height: visible ? implicitHeight : 0
        alarm: screen.now.alarm
    }
    Rectangle {
        // Shown if a station ended without closing its log: the data may be out of date.
        id: left
        visible: screen.now.left !== ""
        anchors { top: alarm.bottom; left: parent.left; right: parent.right }
        height: visible ? 36 * Theme.u : 0
        color: Theme.panel
        Accessible.role: Accessible.AlertMessage
        Accessible.name: screen.now.left
        objectName: "left"
        Fitted {
            anchors { fill: parent; leftMargin: 16 * Theme.u; rightMargin: 16 * Theme.u }
            horizontalAlignment: Text.AlignLeft
            wrapMode: Text.NoWrap
            text: screen.now.left
            size: 20
            least: 13
            color: Theme.warn
        }
    }
    Strip {
        id: strip
        anchors { top: left.bottom; left: parent.left; right: parent.right; leftMargin: screen.gap; rightMargin: screen.gap }
        height: (alarm.visible ? 62 : 76) * Theme.u
        strip: screen.now.strip
    }
    Item {
        id: body
        anchors { top: strip.bottom; left: parent.left; right: parent.right; bottom: notice.top; margins: screen.gap }
        RoundList {
            y: screen.upright ? screen.low + screen.gap : 0
            width: screen.side
            height: parent.height - y
            now: screen.now
        }
        Table {
            x: screen.upright ? 0 : screen.side + screen.gap
            width: screen.upright ? parent.width : parent.width - 2 * (screen.side + screen.gap)
            height: screen.upright ? screen.low : parent.height
            now: screen.now
        }
        Side {
            x: parent.width - width
            y: screen.upright ? screen.low + screen.gap : 0
            width: screen.side
            height: parent.height - y
        }
    }
    Rectangle {
        id: notice
        visible: screen.now.notice !== ""
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: visible ? words.height + 16 * Theme.u : 0
        color: screen.now.noticeIsGood ? Theme.panel : Theme.stop
        border.color: Theme.line
        border.width: screen.now.noticeIsGood ? 1 : 0
        Accessible.role: Accessible.AlertMessage
        Accessible.name: words.text
        objectName: "notice"
        Words {
            id: words
            anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: 14 * Theme.u }
            text: screen.now.notice
            size: 20
        }
    }
    // Above all pages, so that a held table is always visible.
    Loader {
        anchors { fill: parent; topMargin: alarm.visible ? alarm.y + alarm.height : 0 }
        active: report.page.open
        sourceComponent: Report { }
    }
    Loader {
        anchors { fill: parent; topMargin: alarm.visible ? alarm.y + alarm.height : 0 }
        focus: true
        active: review.sheet.name !== ""
        sourceComponent: Sheet { }
    }
}
