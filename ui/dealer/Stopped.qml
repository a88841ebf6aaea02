// A hold on the whole screen: the reason, the person to call, and the possible rulings.
import QtQuick
import "../common"

Rectangle {
    id: page
    property var hold: null
    property bool canGo: false
    signal asked(string what)
    signal looked()
    readonly property var it: hold || ({ title: "", words: "", call: "", rulings: [], cite: "", hasCard: false, waiting: "", departures: "", detail: "", technical: "" })
    readonly property real margin: 34 * Theme.u
    readonly property int columns: Theme.upright ? 2 : 4
    color: Theme.stop
    Accessible.role: Accessible.AlertMessage
    Accessible.name: [it.title, it.words, it.detail].filter(one => one !== "").join(". ")
    objectName: "stopped"

    Shrinking {
        id: area
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: rulings.top; margins: page.margin; bottomMargin: 16 * Theme.u }
        spacing: 10 * Theme.u
        about: [page.it.words, page.it.detail, page.it.rulings.length, Theme.textScale, width].join("|")
        Row {
            spacing: 18 * Theme.u
            Glyph { name: "square"; color: Theme.lose; size: 44 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
            Words { text: page.it.title; size: 58; font.bold: true; color: Theme.lose; wrapMode: Text.NoWrap }
        }
        Row {
            spacing: 24 * Theme.u
            CardFace { visible: page.it.hasCard; rank: page.it.rank || ""; suit: page.it.suit || ""; cardWidth: 74 * Theme.u }
            Column {
                width: area.room - (page.it.hasCard ? 98 * Theme.u : 0)
                spacing: 6 * Theme.u
                Words { width: parent.width; text: page.it.words; size: Theme.glance; font.bold: true; lineHeight: 0.95 }
                Words { width: parent.width; visible: text !== ""; text: page.it.detail; size: 30; font.bold: true }
                Words { width: parent.width; text: page.it.call; size: 30 }
                Words { width: parent.width; visible: text !== ""; text: page.it.technical; size: 20; color: Theme.faint; wrapMode: Text.Wrap }
                Words { width: parent.width; visible: text !== ""; text: page.it.waiting; size: 24; color: Theme.faint }
            }
        }
    }
    Grid {
        id: rulings
        anchors { left: parent.left; right: parent.right; bottom: foot.top; margins: page.margin; bottomMargin: Theme.gap }
        columns: page.columns
        spacing: Theme.gap
        Repeater {
            model: page.it.rulings.length
            BigButton {
                required property int index
                readonly property var ruling: page.it.rulings[index] || ({ text: "", act: "", tone: "", under: "" })
                width: (rulings.width - (page.columns - 1) * Theme.gap) / page.columns
                text: ruling.text
                under: ruling.under || ""
                act: ruling.act
                size: 32
                // A finding is outlined in its own colour, so that the remedies are seen first.
                outlined: ruling.tone === "" || ruling.tone === "surrender"
                tone: ruling.tone === "" ? Theme.ink : Theme.ofOutcome(ruling.tone)
                ink: Theme.onBright
                onTapped: page.asked(ruling.act)
            }
        }
    }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: page.margin; bottomMargin: 20 * Theme.u }
        // An upright panel has no room beside the buttons, so the rule is shown above them.
        readonly property real above: Theme.upright ? 44 * Theme.u : 0
        height: Theme.secondary + above
        Row {
            id: beneath
            anchors.bottom: parent.bottom
            spacing: Theme.gap
            // Four buttons share the width of an upright panel.
            readonly property real share: Math.min(1, (foot.width - 3 * Theme.gap) / (780 * Theme.u))
            SmallButton {
                text: Theme.say("Something else is wrong")
                glyph: "up"
                outlined: true
                tone: Theme.warn
                width: 260 * Theme.u * beneath.share
                onTapped: page.asked("open wrong")
            }
            SmallButton { text: Theme.say("Show the table"); width: 200 * Theme.u * beneath.share; onTapped: page.looked() }
            SmallButton {
                visible: page.it.departures !== ""
                text: page.it.departures
                size: 22
                outlined: true
                tone: Theme.faint
                width: 190 * Theme.u * beneath.share
                onTapped: page.asked("open depart")
            }
            SmallButton { visible: page.canGo; text: Theme.say("Undo"); width: 130 * Theme.u * beneath.share; onTapped: page.asked("undo") }
        }
        Fitted {
            anchors { left: Theme.upright ? parent.left : beneath.right; leftMargin: Theme.upright ? 0 : 24 * Theme.u; right: parent.right; top: parent.top }
            height: Theme.upright ? foot.above : foot.height
            horizontalAlignment: Theme.upright ? Text.AlignLeft : Text.AlignRight
            text: page.it.cite
            size: 21
            color: Theme.faint
        }
    }
}
