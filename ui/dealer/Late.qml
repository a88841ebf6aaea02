// Warning that the station does not keep up, so that current actions are not logged yet; shown until it catches up.
import QtQuick
import "../common"

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
