// The dealer's screen: which page is shown follows from what the station says, and from nothing else.
import QtQuick
import "../components"

Rectangle {
    id: screen
    color: Theme.bar
    readonly property var now: bridge.now
    property string sheet: ""
    Binding { target: Theme; property: "width"; value: screen.width }
    Binding { target: Theme; property: "height"; value: screen.height }

    // Whatever was open is closed by what happens at the table.
    Connections {
        target: bridge
        function onStopped() { screen.sheet = "" }
    }

    TopBar {
        id: top
        width: parent.width
        table: screen.now
    }
    Felt {
        id: felt
        anchors { left: parent.left; top: top.bottom }
        width: Theme.upright ? screen.width : screen.width - panel.width
        height: Theme.upright ? (screen.height - top.height) * 0.44 : screen.height - top.height - bottom.height
        spots: screen.now.spots
        dealerCards: screen.now.dealerCards
        direction: screen.now.direction
        directionWords: screen.now.directionWords
        mark: screen.now.mark
        fourColours: bridge.fourColours
    }
    Prompt {
        id: panel
        now: screen.now
        width: Theme.upright ? screen.width : 430 * Theme.u
        anchors {
            right: parent.right
            top: Theme.upright ? felt.bottom : top.bottom
            bottom: Theme.upright ? bottom.top : parent.bottom
        }
        onAsked: (what) => what.startsWith("sheet ") ? screen.sheet = what.slice(6) : bridge.tap(what)
    }
    BottomBar {
        id: bottom
        anchors { left: parent.left; bottom: parent.bottom }
        width: Theme.upright ? screen.width : screen.width - panel.width
        canUndo: screen.now.canUndo
        onAsked: (what) => what === "undo" ? bridge.tap("undo") : screen.sheet = what
    }
    Stopped {
        visible: !!screen.now.hold && screen.sheet === ""
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        hold: screen.now.hold
        mark: screen.now.mark
        onAsked: (what) => what.startsWith("sheet ") ? screen.sheet = what.slice(6) : bridge.tap(what)
    }
    Sheet {
        id: sheet
        name: screen.sheet
        visible: screen.sheet !== ""
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        onClosed: screen.sheet = ""
    }
    Fault {
        visible: screen.now.fault !== ""
        anchors.fill: parent
        words: screen.now.fault
    }
}
