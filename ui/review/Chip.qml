// A small toggle button with word and shape, for mouse, touch and screen reader.
import QtQuick
import "../common"

Rectangle {
    id: chip
    property string text: ""
    property string glyph: ""
    property color tone: Theme.ink
    property bool on: false
    property bool live: true
    property string says: text
    property real size: 20
    property bool tabbed: false
    activeFocusOnTab: tabbed && live
    Keys.onReturnPressed: (event) => press(event)
    Keys.onEnterPressed: (event) => press(event)
    Keys.onSpacePressed: (event) => press(event)
    function press(event) {
        // With Control the key confirms the whole sheet instead.
        event.accepted = live && !(event.modifiers & Qt.ControlModifier)
        if (event.accepted) tapped()
    }
    readonly property bool target: true
    signal tapped()
    objectName: "button " + says
    height: Theme.least
    radius: 10 * Theme.u
    color: area.pressed ? Qt.darker(Theme.button, 1.25) : Theme.button
    border.color: on ? Theme.tie : activeFocus ? Theme.ink : Theme.line
    border.width: activeFocus || on ? 4 * Theme.u : 1
    opacity: live ? 1 : 0.99
    Accessible.role: Accessible.Button
    Accessible.name: says
    Accessible.checkable: true
    Accessible.checked: on
    Accessible.onPressAction: if (live) tapped()
    Rectangle {
        // Inside the border, so that a button that is both chosen and focused shows both.
        objectName: "cursor"
        visible: chip.activeFocus
        anchors { fill: parent; margins: 5 * Theme.u }
        radius: chip.radius - anchors.margins
        color: "transparent"
        border.color: Theme.ink
        border.width: 2 * Theme.u
    }
    Glyph {
        id: mark
        visible: chip.glyph !== ""
        name: chip.glyph || "disc"
        color: chip.live ? chip.tone : Theme.line
        size: 18 * Theme.u
        x: chip.text === "" ? (chip.width - width) / 2 : 10 * Theme.u
        anchors.verticalCenter: parent.verticalCenter
    }
    Fitted {
        anchors { fill: parent; leftMargin: (mark.visible ? 34 : 6) * Theme.u; rightMargin: 6 * Theme.u }
        text: chip.text
        size: chip.size
        least: 13
        wrapMode: Text.NoWrap
        font.bold: true
        color: chip.live ? Theme.ink : Theme.faint
    }
    MouseArea {
        id: area
        anchors.fill: parent
        enabled: chip.live
        onClicked: if (touches.allows()) chip.tapped()
    }
}
