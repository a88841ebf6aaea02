// A number, an amount or a PIN, entered on a key pad.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)
    readonly property real padWidth: 3 * Theme.secondary + 2 * Theme.gap

    Pad {
        id: pad
        x: Theme.upright ? (parent.width - it.padWidth) / 2 : Theme.left ? 0 : parent.width - it.padWidth
        y: Theme.upright ? 330 * Theme.u : 0
        keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9", it.page.money ? "." : "clear", "0", "erase"]
        onPressed: (key) => it.asked("key " + key)
    }
    Item {
        id: beside
        x: Theme.upright || !Theme.left ? 0 : it.padWidth + Theme.gap
        width: Theme.upright ? parent.width : parent.width - it.padWidth - Theme.gap
        height: 310 * Theme.u
        Rectangle {
            id: box
            width: parent.width
            height: 110 * Theme.u
            radius: 14 * Theme.u
            color: Theme.circle
            border.color: Theme.line
            border.width: 2 * Theme.u
            Accessible.role: Accessible.EditableText
            Accessible.name: it.page.value
            Words {
                anchors { left: parent.left; leftMargin: 24 * Theme.u; verticalCenter: parent.verticalCenter }
                text: it.page.value || ""
                size: 62
                font.bold: true
                wrapMode: Text.NoWrap
            }
        }
        Row {
            y: box.height + Theme.gap
            spacing: Theme.gap
            BigButton {
                width: 260 * Theme.u
                text: Theme.say("ENTER")
                says: Theme.say("Enter")
                part: "enter"
                live: (it.page.value || "") !== ""
                tone: live ? Theme.win : Theme.button
                ink: live ? Theme.onBright : Theme.ink
                onTapped: it.asked("key enter")
            }
            BigButton {
                visible: !!it.page.maySkip
                width: 260 * Theme.u
                text: Theme.say("NOT KNOWN")
                says: Theme.say("The amount is not known")
                size: 32
                onTapped: it.asked("key skip")
            }
        }
    }
    Foot {
        x: Theme.upright || !Theme.left ? 0 : it.padWidth + Theme.gap
        width: 420 * Theme.u
        anchors.bottom: parent.bottom
        mayClose: it.page.mayClose
        hasBefore: it.page.hasBefore
        onAsked: (what) => it.asked(what)
    }
}
