// A notice that must be visible on every screen, such as a simulated table or keyed cards.
import QtQuick

Rectangle {
    property alias text: words.text
    visible: text !== ""
    width: visible ? words.width + 18 * Theme.u : 0
    height: words.height + 6 * Theme.u
    radius: 7 * Theme.u
    color: Theme.warn
    Words {
        id: words
        anchors.centerIn: parent
        size: 19
        font.bold: true
        color: Theme.onBright
        wrapMode: Text.NoWrap
    }
}
