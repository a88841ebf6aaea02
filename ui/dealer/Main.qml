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
    readonly property bool atTable: !faulty && (onFelt || !paged && !now.cutCard && !closed)
    Look { style: bridge.style }

    TopBar {
        id: top
        width: parent.width
        table: screen.now
    }
    Item {
        visible: screen.atTable
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
        readonly property bool preparing: screen.now.checklist.length > 0 && !screen.onFelt
        Felt {
            id: felt
            visible: !parent.preparing
            x: Theme.left && !Theme.upright ? panel.width : 0
            width: Theme.upright ? parent.width : parent.width - panel.width
            // Beneath it stands what was entered for the next round.
            readonly property real waiting: pending.visible ? pending.height : 0
            // Shared spots need room for each bettor.
            readonly property bool shared: !!screen.now.shared
            readonly property real room: Theme.upright ? (shared ? 600 : 570) * Theme.u : parent.height - bar.height
            // The felt makes room for it, so that nothing in the panel moves.
            height: room - waiting
            spots: screen.now.spots
            dealerCards: screen.now.dealerCards
            dealerLit: screen.now.dealerLit
            warCards: screen.now.warCards
            burns: screen.now.burns
            burnWords: screen.now.burnWords
            rackWords: screen.now.rackWords
            aside: screen.now.aside
            asideWords: screen.now.asideWords
            direction: screen.now.direction
            directionWords: screen.now.directionWords
            choosable: screen.onFelt && asking.item ? asking.item.choosable : []
            tappable: screen.held || screen.onFelt ? [] : screen.now.tappable
            covered: chips.visible ? height - chips.y : 0
            draws: screen.now.draws && !screen.held && !screen.onFelt && !screen.keying
            onSpotTapped: (spot) => screen.onFelt ? asking.item.tapped(spot) : bridge.tap(spot === 0 ? "draw" : "wager spot " + spot)
        }
        Checklist {
            visible: parent.preparing
            anchors.fill: felt
            rows: screen.now.checklist
        }
        Prompt {
            id: panel
            visible: !screen.held && !screen.onFelt && !screen.keying
            now: screen.now
            x: Theme.left || Theme.upright ? 0 : parent.width - width
            y: Theme.upright ? felt.room : 0
            width: Theme.upright ? parent.width : 430 * Theme.u
            height: Theme.upright ? parent.height - felt.room - bar.height : parent.height
            onAsked: (what) => bridge.tap(what)
        }
        ChipRow {
            id: chips
            it: screen.now.chipRow
            visible: it.open && felt.visible && !screen.held && !screen.onFelt
            x: felt.x
            // On an upright panel its last line stands in the margin above the prompt.
            y: felt.height - height + (Theme.upright ? foot - 6 * Theme.u : 0)
            width: felt.width
            onAsked: (what) => bridge.tap(what)
        }
        Rectangle {
            id: pending
            objectName: "next round"
            visible: screen.now.chipRow.pending !== "" && !parent.preparing && !screen.held && !screen.onFelt
            x: felt.x
            y: felt.height
            width: felt.width
            height: (6 + 38 * screen.now.chipRow.pendingLines) * Theme.u * Theme.textScale
            color: Theme.bar
            Accessible.role: Accessible.StaticText
            Accessible.name: screen.now.chipRow.pending
            Fitted {
                anchors { fill: parent; leftMargin: 12 * Theme.u; rightMargin: 12 * Theme.u }
                text: screen.now.chipRow.pending
                size: 28
                least: 20
                font.bold: true
            }
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
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
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
        // In the place of the panel: the felt stays, so that a slip of the finger is seen where the card lies.
        wanted: screen.keying && !screen.now.cutCard && !screen.faulty
        x: screen.panelArea.x
        y: covering.y + covering.height + screen.panelArea.y
        width: screen.panelArea.width
        height: screen.panelArea.height
        sourceComponent: KeyIn {
            now: screen.now
            ranks: bridge.pad.ranks
            suits: bridge.pad.suits
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
        anchors { left: parent.left; right: parent.right; top: covering.bottom; bottom: parent.bottom }
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
        y: (screen.atTable ? covering.y + covering.height + (chips.visible ? chips.y - 8 * Theme.u : felt.height - felt.front) : screen.height - 10 * Theme.u) - height
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
        // Everything else makes room for it (`covering`), so that no card and no amount is hidden.
        anchors { left: parent.left; right: parent.right; top: top.bottom }
        words: screen.now.late
    }
    Item {
        id: covering
        anchors { left: parent.left; right: parent.right; top: top.bottom }
        height: late.visible ? late.height : 0
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
