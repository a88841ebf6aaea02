// The cut card is out: one notice across the whole screen, gone with a tap or with the next card.
import QtQuick
import "../common"

Rectangle {
    id: notice
    property var words: null
    signal seen()
    readonly property bool target: true
    objectName: "button cut card"
    color: Theme.bar
    border.color: Theme.focus
    border.width: 14 * Theme.u
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words ? words.aside + " " + words.then : ""
    Accessible.onPressAction: seen()

    Column {
        anchors.centerIn: parent
        width: parent.width - 120 * Theme.u
        spacing: 28 * Theme.u
        Repeater {
            model: notice.words ? [
                { text: notice.words.title, size: Theme.amount },
                { text: notice.words.aside, size: Theme.glance },
                { text: notice.words.then, size: Theme.glance },
                { text: notice.words.tap, size: Theme.body }
            ] : []
            Words {
                required property var modelData
                width: parent.width
                text: modelData.text
                size: modelData.size
                font.bold: true
                horizontalAlignment: Text.AlignHCenter
                color: Theme.ink
            }
        }
    }
    MouseArea {
        anchors.fill: parent
        onClicked: if (touches.meant("cut card", "")) notice.seen()
    }
}
