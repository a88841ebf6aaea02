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
    // A page whose question is answered on the felt, which stays where it is.
    readonly property bool onFelt: paged && page.onFelt && !faulty
    readonly property bool held: !!now.hold && !paged
    readonly property bool keying: now.keying && !held && !paged
    readonly property bool closed: !!now.closed && !held && !paged
    // The places of the panel and of the bar, for pages that take them over while the felt stays.
    readonly property rect panelArea: Qt.rect(panel.x, panel.y, panel.width, panel.height)
    readonly property rect barArea: Qt.rect(bar.x, bar.y, bar.width, bar.height)
    readonly property bool atTable: !faulty && (onFelt || !paged && !keying && !closed)
    Look { style: bridge.style }

    TopBar {
        id: top
        width: parent.width
        table: screen.now
    }
    Item {
        visible: screen.atTable
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        readonly property bool preparing: screen.now.checklist.length > 0 && !screen.onFelt
        Felt {
            id: felt
            visible: !parent.preparing
            x: Theme.left && !Theme.upright ? panel.width : 0
            width: Theme.upright ? parent.width : parent.width - panel.width
            // Shared spots need room for each bettor.
            readonly property bool shared: screen.now.spots.some(spot => spot.bettors.length > 1)
            height: Theme.upright ? (shared ? 500 : 430) * Theme.u : parent.height - bar.height
            spots: screen.now.spots
            dealerCards: screen.now.dealerCards
            direction: screen.now.direction
            directionWords: screen.now.directionWords
            choosable: screen.onFelt && asking.item ? asking.item.choosable : []
            onSpotTapped: (spot) => asking.item.tapped(spot)
        }
        Checklist {
            visible: parent.preparing
            anchors.fill: felt
            rows: screen.now.checklist
        }
        Prompt {
            id: panel
            visible: !screen.held && !screen.onFelt
            now: screen.now
            x: Theme.left || Theme.upright ? 0 : parent.width - width
            y: Theme.upright ? felt.height : 0
            width: Theme.upright ? parent.width : 430 * Theme.u
            height: Theme.upright ? parent.height - felt.height - bar.height : parent.height
            onAsked: (what) => bridge.tap(what)
        }
        BottomBar {
            id: bar
            visible: !screen.held && !screen.onFelt
            x: felt.x
            anchors.bottom: parent.bottom
            width: felt.width
            canUndo: screen.now.canUndo
            onAsked: (what) => bridge.tap(what)
        }
    }
    Later {
        // The stop takes the place of the panel and of the bar; the felt stays where it is.
        wanted: screen.held && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        sourceComponent: Stopped {
            hold: screen.now.hold
            canGo: screen.now.stopCanGo
            panelArea: screen.panelArea
            footArea: screen.barArea
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
        active: screen.paged && !screen.onFelt && !screen.faulty
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
        sourceComponent: Sheet {
            page: screen.page
            onAsked: (what) => bridge.tap(what)
        }
    }
    Loader {
        id: asking
        active: screen.onFelt
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        sourceComponent: AskedOnFelt {
            page: screen.page
            panelArea: screen.panelArea
            footArea: screen.barArea
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
