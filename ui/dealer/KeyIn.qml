// The card pad for a table whose reader is out of order: the dealer keys in the card just drawn.
import QtQuick
import "../common"

Rectangle {
    id: page
    property var now: ({})
    property var deck: []
    signal asked(string what)
    readonly property real margin: 9 * Theme.u
    color: Theme.panel

    Item {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 2 * page.margin; topMargin: 14 * Theme.u }
        readonly property real above: Theme.upright ? 64 * Theme.u : 0
        height: Theme.secondary + above
        Fitted {
            anchors { left: parent.left; right: Theme.upright ? parent.right : wrong.left; rightMargin: 20 * Theme.u; top: parent.top }
            height: (Theme.upright ? head.above : head.height) - (keyed.visible && !Theme.upright ? keyed.height : 0)
            horizontalAlignment: Text.AlignLeft
            text: page.now.burning ? Theme.say("BURN a card, face down, unseen") : page.now.prompt.verb + " " + page.now.prompt.place + ": " + Theme.say("key the card")
            size: 46
            font.bold: true
        }
        Fitted {
            id: keyed
            visible: page.now.justKeyed !== ""
            anchors { left: parent.left; right: wrong.left; rightMargin: 20 * Theme.u; bottom: parent.bottom }
            height: Theme.upright ? Theme.secondary : 34 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: page.now.justKeyed
            size: 28
        }
        SmallButton {
            id: wrong
            anchors { right: undo.left; rightMargin: Theme.gap; bottom: parent.bottom }
            width: 220 * Theme.u
            text: Theme.say("Something is wrong")
            outlined: true
            tone: Theme.warn
            sends: "open wrong"
            onTapped: page.asked("open wrong")
        }
        SmallButton { id: undo; anchors { right: floor.left; rightMargin: Theme.gap; bottom: parent.bottom } width: 100 * Theme.u; text: Theme.say("Undo"); live: page.now.canUndo; sends: "undo"; onTapped: page.asked("undo") }
        SmallButton { id: floor; anchors { right: parent.right; bottom: parent.bottom } width: 100 * Theme.u; text: Theme.say("Floor"); sends: "open floor"; onTapped: page.asked("open floor") }
    }
    Fitted {
        id: after
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 2 * page.margin; bottomMargin: 6 * Theme.u }
        height: 30 * Theme.u * Theme.textScale
        horizontalAlignment: Text.AlignLeft
        wrapMode: Text.NoWrap
        text: [...page.now.following.map(step => Theme.say("then %1").arg(step)), page.now.prompt.cite].join("  ·  ")
        size: 22
        least: 12
        color: Theme.faint
    }
    CardPad {
        visible: !page.now.burning
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: after.top; margins: page.margin; topMargin: Theme.gap; bottomMargin: 8 * Theme.u }
        deck: page.deck
        onPressed: (card) => page.asked("card " + card)
    }
    BigButton {
        visible: page.now.burning
        anchors.centerIn: parent
        width: 500 * Theme.u
        height: 180 * Theme.u
        text: Theme.say("BURNED")
        tone: Theme.win
        ink: Theme.onBright
        says: Theme.say("A card is burned, face down")
        sends: "card burn"
        onTapped: page.asked("card burn")
    }
}
