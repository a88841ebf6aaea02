// The reason why a tap was refused, shown for some seconds.
import QtQuick
import "../common"

Rectangle {
    id: note
    property var refusal: ({})
    readonly property bool above: true
    height: words.height + 24 * Theme.u
    radius: 14 * Theme.u
    color: Theme.warn
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words.text
    objectName: "refusal"
    Words {
        id: words
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: 18 * Theme.u }
        text: Theme.say("Not now: %1").arg(note.refusal.reason || "") + (note.refusal.cite ? "  ·  " + note.refusal.cite : "")
        size: 28
        font.bold: true
        color: Theme.onBright
    }
}
