// The dealer's screen. The visible page follows from the station's view and from the page that the dealer opened.
import QtQuick
import "../common"

Rectangle {
    id: screen
    color: Theme.bar
    readonly property var now: bridge.now
    readonly property var page: bridge.page
    readonly property bool faulty: now.fault !== ""
    readonly property bool paged: page.name !== ""
    readonly property bool held: !!now.hold && !paged
    readonly property bool keying: now.keying && !held && !paged
    // True while somebody looks at the cards before ruling; a button, a page or the end of the hold resets it.
    property bool looking: false
    onHeldChanged: looking = false
    readonly property bool closed: !!now.closed && !held && !paged
    readonly property bool atTable: !faulty && !paged && !now.cutCard && (!held || looking) && !keying && !closed
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
            // Shared spots need room for each bettor.
            readonly property bool shared: !!screen.now.shared
            height: Theme.upright ? (shared ? 500 : 430) * Theme.u : parent.height - bottom.height
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
            visible: !screen.held
            now: screen.now
            x: Theme.left || Theme.upright ? 0 : parent.width - width
            y: Theme.upright ? felt.height : 0
            width: Theme.upright ? parent.width : 430 * Theme.u
            height: Theme.upright ? parent.height - felt.height - bottom.height : parent.height
            onAsked: (what) => bridge.tap(what)
        }
        Rectangle {
            visible: screen.held
            x: panel.x
            y: panel.y
            width: panel.width
            height: panel.height
            color: Theme.stop
            Fitted {
                anchors { left: parent.left; right: parent.right; top: parent.top; bottom: back.top; margins: 24 * Theme.u }
                text: screen.now.hold ? screen.now.hold.words : ""
                size: Theme.glance
                font.bold: true
            }
            BigButton {
                id: back
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 24 * Theme.u }
                text: Theme.say("BACK TO THE STOP")
                onTapped: screen.looking = false
            }
        }
        BottomBar {
            id: bottom
            visible: !screen.held
            x: felt.x
            anchors.bottom: parent.bottom
            width: felt.width
            canUndo: screen.now.canUndo
            onAsked: (what) => bridge.tap(what)
        }
    }
    Later {
        wanted: screen.held && !screen.looking && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
        sourceComponent: Stopped {
            hold: screen.now.hold
            canGo: screen.now.stopCanGo
            onLooked: screen.looking = true
            onAsked: (what) => bridge.tap(what)
        }
    }
    Later {
        wanted: screen.closed && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
        sourceComponent: Closed {
            closed: screen.now.closed
            canUndo: screen.now.canUndo
            onAsked: (what) => bridge.tap(what)
        }
    }
    Later {
        wanted: screen.keying && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
        sourceComponent: KeyIn {
            now: screen.now
            deck: bridge.deck
            onAsked: (what) => bridge.tap(what)
        }
    }
    Loader {
        active: screen.paged && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
        sourceComponent: Sheet {
            page: screen.page
            onAsked: (what) => bridge.tap(what)
        }
    }
    Refusal {
        visible: !!screen.now.refusal.reason && !screen.faulty
        x: (screen.atTable ? felt.x : 0) + 14 * Theme.u
        // Above the dealer's own card, so that no card is hidden.
        y: (screen.atTable ? top.height + felt.height - 134 * Theme.u : screen.height - 10 * Theme.u) - height - (late.visible && screen.atTable ? late.height : 0)
        width: (screen.atTable ? felt.width : screen.width) - 28 * Theme.u
        refusal: screen.now.refusal
    }
    Fault {
        visible: screen.faulty
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        words: screen.now.fault
    }
    Late {
        id: late
        visible: screen.now.late !== "" && !screen.faulty
        // Between the hands and the dealer's own card, so that no card is hidden. Pages make room for it
        // (`covering`).
        x: screen.atTable ? felt.x : 0
        y: screen.atTable ? top.height + felt.height - height - 134 * Theme.u : top.height
        width: screen.atTable ? felt.width : parent.width
        words: screen.now.late
    }
    Item {
        id: covering
        anchors { left: parent.left; right: parent.right; top: top.bottom }
        height: late.visible && !screen.atTable ? late.height : 0
    }
    Later {
        wanted: !!screen.now.cutCard && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        sourceComponent: CutCardOut {
            words: screen.now.cutCard
            onSeen: bridge.tap("laid_aside")
        }
    }
    Asleep {
        id: asleep
        anchors.fill: parent
        table: screen.now
        // The screen stays on while there is something that somebody must see.
        mayCome: !screen.held && !screen.faulty && screen.now.late === ""
    }
    Connections {
        target: bridge
        function onStirred() { asleep.wake() }
    }
}
