// The station does not keep up: what is done now is not written down yet. It stays until the station has caught up.
import QtQuick
import "../components"

Rectangle {
    readonly property bool above: true
    property string words: ""
    objectName: "late"
    color: Theme.warn
    height: 74 * Theme.u
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words
    Fitted {
        anchors { fill: parent; margins: 10 * Theme.u }
        text: words
        size: 30
        font.bold: true
        color: Theme.onBright
    }
}
