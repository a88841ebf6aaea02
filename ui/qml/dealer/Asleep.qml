// A table where nothing happens goes dark; the touch that wakes it does nothing else.
import QtQuick
import "../components"

Rectangle {
    id: cover
    property int minutes: 20
    color: "#000000"
    visible: false
    Accessible.role: Accessible.StaticText
    Accessible.name: Theme.say("The screen sleeps. Touch it to wake it.")
    function wake() { visible = false; idle.restart() }
    Timer { id: idle; interval: cover.minutes * 60000; running: true; onTriggered: cover.visible = true }
    MouseArea { anchors.fill: parent; onClicked: cover.wake() }
    Words {
        anchors.centerIn: parent
        text: Theme.say("The screen sleeps. Touch it to wake it.")
        size: 26
        color: "#8a9a95"
    }
}
