// The dealer's screen: which page is shown follows from what the station says, and from what a finger opened.
import QtQuick
import "../components"

Rectangle {
    id: screen
    color: Theme.bar
    readonly property var now: bridge.now
    readonly property var page: bridge.page
    readonly property bool faulty: now.fault !== ""
    readonly property bool paged: page.name !== ""
    readonly property bool held: !!now.hold && !paged
    readonly property bool keying: now.keying && !held && !paged
    readonly property bool atTable: !faulty && !paged && !held && !keying
    Look { style: bridge.style }

    TopBar {
        id: top
        width: parent.width
        table: screen.now
    }
    Item {
        visible: screen.atTable
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        readonly property bool preparing: screen.now.checklist.length > 0
        Felt {
            id: felt
            visible: !parent.preparing
            x: Theme.left && !Theme.upright ? panel.width : 0
            width: Theme.upright ? parent.width : parent.width - panel.width
            height: Theme.upright ? 430 * Theme.u : parent.height - bottom.height
            spots: screen.now.spots
            dealerCards: screen.now.dealerCards
            direction: screen.now.direction
            directionWords: screen.now.directionWords
        }
        Checklist {
            visible: parent.preparing
            anchors.fill: felt
            rows: screen.now.checklist
        }
        Prompt {
            id: panel
            now: screen.now
            x: Theme.left || Theme.upright ? 0 : parent.width - width
            y: Theme.upright ? felt.height : 0
            width: Theme.upright ? parent.width : 430 * Theme.u
            height: Theme.upright ? parent.height - felt.height - bottom.height : parent.height
            onAsked: (what) => bridge.tap(what)
        }
        BottomBar {
            id: bottom
            x: felt.x
            anchors.bottom: parent.bottom
            width: felt.width
            canUndo: screen.now.canUndo
            onAsked: (what) => bridge.tap(what)
        }
    }
    Later {
        wanted: screen.held && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        sourceComponent: Stopped {
            hold: screen.now.hold
            onAsked: (what) => bridge.tap(what)
        }
    }
    Later {
        wanted: screen.keying && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        sourceComponent: KeyIn {
            now: screen.now
            deck: bridge.deck
            onAsked: (what) => bridge.tap(what)
        }
    }
    Loader {
        active: screen.paged && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        sourceComponent: Sheet {
            page: screen.page
            onAsked: (what) => bridge.tap(what)
        }
    }
    Refusal {
        visible: !!screen.now.refusal.reason && !screen.faulty
        x: (screen.atTable ? felt.x : 0) + 14 * Theme.u
        y: screen.atTable ? top.height + felt.height - height - 10 * Theme.u : top.height + 10 * Theme.u
        width: (screen.atTable ? felt.width : screen.width) - 28 * Theme.u
        refusal: screen.now.refusal
    }
    Fault {
        visible: screen.faulty
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        words: screen.now.fault
    }
    Late {
        visible: screen.now.late !== "" && !screen.faulty
        // Between the hands and the dealer's own card: no card is hidden.
        y: screen.atTable && !Theme.upright ? 400 * Theme.u : top.height
        width: parent.width
        words: screen.now.late
    }
    Asleep {
        id: asleep
        anchors.fill: parent
    }
    Connections {
        target: bridge
        function onChanged() { asleep.wake() }
        function onPageChanged() { asleep.wake() }
    }
}
