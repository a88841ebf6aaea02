// The card pad beside the felt, for a table whose reader is out of order: the dealer keys in the card just drawn.
import QtQuick
import "../common"

Rectangle {
    id: page
    property var now: ({})
    property var ranks: []
    property var suits: []
    signal asked(string what)
    readonly property real margin: 24 * Theme.u
    color: Theme.panel
    objectName: "card pad"
    Accessible.role: Accessible.Grouping
    Accessible.name: title.text + (page.now.justKeyed ? ". " + page.now.justKeyed : "")

    Fitted {
        id: title
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: page.margin; topMargin: 12 * Theme.u }
        height: (Theme.upright ? 58 : 106) * Theme.u
        horizontalAlignment: Text.AlignLeft
        text: page.now.burning ? Theme.say("BURN a card, face down, unseen") : page.now.prompt.verb + " " + page.now.prompt.place + ": " + Theme.say("key the card")
        size: Theme.glance
        least: Theme.body
        font.bold: true
    }
    Fitted {
        id: keyed
        anchors { left: parent.left; right: parent.right; top: title.bottom; leftMargin: page.margin; rightMargin: page.margin }
        height: (Theme.upright ? 40 : 70) * Theme.u
        horizontalAlignment: Text.AlignLeft
        visible: !pad.half
        text: page.now.justKeyed
        size: Theme.body
        least: Theme.fine
    }
    // The card as far as it is keyed.
    Row {
        anchors { left: keyed.left; verticalCenter: keyed.verticalCenter }
        spacing: 8 * Theme.u
        visible: pad.half
        Words { text: pad.rank === "" ? "…" : pad.rank === "T" ? "10" : pad.rank; size: Theme.glance; font.bold: true; wrapMode: Text.NoWrap }
        Words { visible: pad.suit === ""; text: "…"; size: Theme.glance; font.bold: true; wrapMode: Text.NoWrap }
        Suit { visible: pad.suit !== ""; suit: pad.suit || "s"; color: Theme.ink; size: 36 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
    }
    RankAndSuit {
        id: pad
        visible: !page.now.burning
        anchors { left: parent.left; right: parent.right; top: keyed.bottom; margins: page.margin; topMargin: 8 * Theme.u }
        ranks: page.ranks
        suits: page.suits
        about: title.text + keyed.text
        onPressed: (card) => page.asked("card " + card)
    }
    BigButton {
        visible: page.now.burning
        anchors { left: parent.left; right: parent.right; top: keyed.bottom; margins: page.margin }
        height: 180 * Theme.u
        text: Theme.say("BURNED")
        tone: Theme.win
        ink: Theme.onBright
        says: Theme.say("A card is burned, face down")
        sends: "card burn"
        onTapped: page.asked("card burn")
    }
    Fitted {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; top: pad.bottom; leftMargin: page.margin; rightMargin: page.margin; topMargin: 4 * Theme.u; bottomMargin: 4 * Theme.u }
        horizontalAlignment: Text.AlignLeft
        text: [...page.now.following.map(step => Theme.say("then %1").arg(step)), page.now.prompt.cite].join("  ·  ")
        size: Theme.fine
        color: Theme.faint
    }
}
