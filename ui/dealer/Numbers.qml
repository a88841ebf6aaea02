// A number, an amount or a PIN, entered on a pad that lies at the dealer's hand.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)

    Pad {
        id: pad
        x: Theme.upright ? (parent.width - width) / 2 : Theme.left ? 0 : parent.width - width
        y: Theme.upright ? 170 * Theme.u : 0
        keyHeight: Math.min(keyWidth, (Theme.upright ? parent.height - y - foot.height - Theme.gap : parent.height) / 4)
        money: !!it.page.money
        maySkip: !!it.page.maySkip
        mayEnter: (it.page.value || "") !== ""
        onPressed: (key) => it.asked("key " + key)
    }
    Rectangle {
        x: Theme.upright || !Theme.left ? 0 : pad.width + Theme.gap
        width: Theme.upright ? parent.width : parent.width - pad.width - Theme.gap
        height: 118 * Theme.u
        radius: 14 * Theme.u
        color: Theme.circle
        border.color: Theme.line
        border.width: 2 * Theme.u
        Accessible.role: Accessible.EditableText
        Accessible.name: it.page.value
        Words {
            anchors { left: parent.left; leftMargin: 24 * Theme.u; verticalCenter: parent.verticalCenter }
            text: it.page.value || ""
            size: Theme.amount
            font.bold: true
            wrapMode: Text.NoWrap
        }
    }
    Foot {
        id: foot
        x: Theme.upright || !Theme.left ? 0 : pad.width + Theme.gap
        width: 420 * Theme.u
        anchors.bottom: parent.bottom
        mayClose: it.page.mayClose
        hasBefore: it.page.hasBefore
        onAsked: (what) => it.asked(what)
    }
}
