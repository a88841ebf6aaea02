// A notice that must be visible on every screen, such as a simulated table or keyed cards.
import QtQuick

Rectangle {
    property alias text: words.text
    // Amber is for trouble only; what is always so, such as a simulated table, is a plain notice.
    property bool trouble: false
    visible: text !== ""
    width: visible ? words.width + 18 * Theme.u : 0
    height: words.height + 6 * Theme.u
    radius: 7 * Theme.u
    color: trouble ? Theme.warn : Theme.ink
    Words {
        id: words
        anchors.centerIn: parent
        size: Theme.fine
        font.bold: true
        color: parent.trouble ? Theme.onBright : Theme.bar
        wrapMode: Text.NoWrap
    }
}
