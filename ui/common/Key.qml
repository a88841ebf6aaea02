// A key of a pad. The whole cell takes the touch, and cells touch each other: a finger between two keys presses the
// nearer one. On a pad every press counts, unless the contact bounced or is a palm.
import QtQuick

Item {
    id: key
    property string text: ""
    property string under: ""
    property string says: text
    property string part: "key"
    // The pad that the key belongs to; keys of one pad have no gap between them.
    property string padName: "keys"
    property color tone: Theme.button
    property color ink: Theme.ink
    property bool chosen: false
    property bool live: true
    // The tap that it sends.
    property string sends: ""
    // A round face, for chips.
    property bool round: false
    property real size: 34
    readonly property bool target: true
    signal tapped()
    objectName: "button " + says
    Accessible.role: Accessible.Button
    Accessible.name: under === "" ? says : says + ", " + under
    Accessible.onPressAction: if (live) tapped()

    Rectangle {
        id: face
        readonly property real margin: 2.5 * Theme.u
        anchors.centerIn: parent
        width: (key.round ? Math.min(key.width, key.height) : key.width) - 2 * margin
        height: key.height - 2 * margin
        radius: key.round ? height / 2 : 10 * Theme.u
        color: area.pressed ? Qt.darker(key.tone, 1.25) : key.tone
        border.color: key.chosen ? Theme.focus : Theme.line
        border.width: key.chosen ? 4 * Theme.u : 1
        // The inlay of a chip.
        Rectangle {
            visible: key.round
            anchors { fill: parent; margins: 7 * Theme.u }
            radius: height / 2
            color: "transparent"
            border.color: Theme.faint
            border.width: 2 * Theme.u
        }
        Fitted {
            id: words
            anchors {
                fill: parent
                margins: (key.round ? 11 : 5) * Theme.u
                bottomMargin: beneath.visible ? beneath.height + 6 * Theme.u : 5 * Theme.u
            }
            text: key.text
            size: key.size
            font.bold: true
            color: key.live ? key.ink : Theme.line
        }
        Fitted {
            id: beneath
            visible: key.under !== ""
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 5 * Theme.u }
            height: Math.min(30 * Theme.u * Theme.textScale, 0.44 * key.height)
            text: key.under
            size: 24
            wrapMode: Text.NoWrap
            color: key.live ? key.ink : Theme.line
        }
    }
    MouseArea {
        id: area
        anchors.fill: parent
        enabled: key.live
        onClicked: if (touches.meant(key.says, key.part)) key.tapped()
    }
}
