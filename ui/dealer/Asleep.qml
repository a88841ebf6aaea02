// Darkens the screen of an idle table. The touch that wakes it does nothing else.
import QtQuick
import "../common"

Rectangle {
    id: cover
    property var table: ({})
    property bool mayCome: true
    property int minutes: 20
    color: "#000000"
    visible: false
    objectName: "asleep"
    Accessible.role: Accessible.StaticText
    Accessible.name: Theme.say("Screen asleep. Touch to wake.")
    function wake() { visible = false; idle.restart() }
    onMayComeChanged: wake()
    Timer { id: idle; interval: cover.minutes * 60000; running: true; onTriggered: if (cover.mayCome) cover.visible = true }
    MouseArea { anchors.fill: parent; onClicked: cover.wake() }
    Column {
        anchors.centerIn: parent
        spacing: 20 * Theme.u
        Words { text: cover.table.name || ""; size: 40; color: "#8a9a95"; anchors.horizontalCenter: parent.horizontalCenter }
        Badge { text: cover.table.mark || ""; anchors.horizontalCenter: parent.horizontalCenter }
        Badge { trouble: true; text: cover.table.keyedIn ? Theme.say("CARDS ARE KEYED IN") : ""; anchors.horizontalCenter: parent.horizontalCenter }
        Words { text: Theme.say("Screen asleep. Touch to wake."); size: 26; color: "#8a9a95"; anchors.horizontalCenter: parent.horizontalCenter }
    }
}
