// What is always one touch away.
import QtQuick
import "../components"

Rectangle {
    id: bar
    property bool canUndo: false
    signal asked(string what)
    color: Theme.bar
    implicitHeight: Theme.secondary + 28 * Theme.u

    Row {
        anchors.centerIn: parent
        spacing: Theme.gap
        readonly property real rest: bar.width - 28 * Theme.u - 3 * spacing
        SmallButton {
            text: qsTr("Something is wrong")
            outlined: true
            tone: Theme.warn
            width: parent.rest * 0.4
            onTapped: bar.asked("wrong")
        }
        SmallButton { text: qsTr("Undo"); live: bar.canUndo; width: parent.rest * 0.2; onTapped: bar.asked("undo") }
        SmallButton { text: qsTr("Floor"); width: parent.rest * 0.2; onTapped: bar.asked("floor") }
        SmallButton { text: qsTr("Dealer"); width: parent.rest * 0.2; onTapped: bar.asked("dealer") }
    }
}
