// The station has stopped: nothing more is logged, so no card may be dealt.
import QtQuick
import "../common"

Rectangle {
    property string words: ""
    color: Theme.stop
    Accessible.role: Accessible.AlertMessage
    Accessible.name: Theme.say("The station has stopped.") + " " + words
    objectName: "fault"
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: 60 * Theme.u }
        spacing: 24 * Theme.u
        Row {
            spacing: 18 * Theme.u
            Glyph { name: "square"; color: Theme.lose; size: 52 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
            Words { text: Theme.say("STATION STOPPED"); size: 58; font.bold: true; color: Theme.lose; wrapMode: Text.NoWrap }
        }
        Words { width: parent.width; text: Theme.say("Deal no more cards. Call the floor."); size: 42; font.bold: true }
        Words { width: parent.width; text: words; size: 28 }
    }
}
