// The foot of a page: the way back, and further actions.
import QtQuick
import "../common"

Item {
    id: foot
    property bool mayClose: true
    property bool hasBefore: true
    property alias more: right.data
    signal asked(string what)
    height: Theme.secondary
    SmallButton {
        id: shut
        visible: foot.mayClose
        text: Theme.say("Back to the table")
        width: 230 * Theme.u
        sends: "close"
        onTapped: foot.asked("close")
    }
    SmallButton {
        visible: foot.hasBefore
        x: shut.visible ? shut.width + Theme.gap : 0
        text: Theme.say("Back")
        width: 140 * Theme.u
        sends: "back"
        onTapped: foot.asked("back")
    }
    Row {
        id: right
        anchors.right: parent.right
        spacing: Theme.gap
        layoutDirection: Qt.LeftToRight
    }
}
