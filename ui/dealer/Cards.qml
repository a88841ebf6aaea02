// A page with the card pad.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)
    CardPad {
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: foot.top; bottomMargin: Theme.gap }
        deck: bridge.deck
        onPressed: (card) => it.asked("choose " + card)
    }
    Foot {
        id: foot
        anchors { left: parent.left; leftMargin: 17 * Theme.u; right: parent.right; bottom: parent.bottom }
        mayClose: it.page.mayClose
        hasBefore: it.page.hasBefore
        onAsked: (what) => it.asked(what)
    }
}
