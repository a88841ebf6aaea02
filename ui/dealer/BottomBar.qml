// Actions that are always one touch away.
import QtQuick
import "../common"

Rectangle {
    id: bar
    property bool canUndo: false
    signal asked(string what)
    color: Theme.bar
    implicitHeight: Theme.secondary + (Theme.upright ? 48 : 28) * Theme.u

    Row {
        anchors { verticalCenter: parent.verticalCenter; left: parent.left; leftMargin: 24 * Theme.u }
        spacing: Theme.gap
        readonly property real rest: bar.width - 48 * Theme.u - 3 * spacing
        SmallButton {
            text: Theme.say("Something is wrong")
            glyph: "up"
            outlined: true
            tone: Theme.warn
            act: "open wrong"
            wraps: true
            width: parent.rest * 0.43
            onTapped: bar.asked("open wrong")
        }
        SmallButton { text: Theme.say("Undo"); live: bar.canUndo; act: "undo"; width: parent.rest * 0.19; onTapped: bar.asked("undo") }
        SmallButton { text: Theme.say("Floor"); act: "open floor"; width: parent.rest * 0.19; onTapped: bar.asked("open floor") }
        SmallButton { text: Theme.say("Dealer"); act: "open dealer"; width: parent.rest * 0.19; onTapped: bar.asked("open dealer") }
    }
}
