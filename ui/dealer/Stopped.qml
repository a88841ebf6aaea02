// A hold beside the table: the reason, the person to call, and the possible rulings, each with its sentence.
import QtQuick
import "../common"

Item {
    id: page
    property var hold: null
    property bool canGo: false
    // The places of the panel and of the bar under the felt, which the stop takes over.
    property rect panelArea
    property rect footArea
    signal asked(string what)
    readonly property var it: hold || ({ title: "", words: "", call: "", rulings: [], cite: "", hasCard: false, waiting: "", departures: "", detail: "", technical: "" })
    readonly property real margin: 24 * Theme.u
    readonly property int columns: Theme.upright ? 2 : 1
    // A ruling is a button with two lines beneath it, which are also the gap to the next button.
    readonly property real buttonHeight: 58 * Theme.u
    readonly property real pitch: buttonHeight + 10 * Theme.u + 54 * Theme.u * Theme.textScale
    // A question is no trouble: the dealer answers it, and nobody has to come.
    readonly property color ground: it.asks ? Theme.panel : Theme.stop
    readonly property color mark: it.asks ? Theme.focus : Theme.lose
    // A long explanation keeps its size, at the cost of a ruling on this page.
    readonly property bool explains: it.detail.length + it.technical.length > 60
    readonly property real headLeast: (Theme.upright ? 180 : explains ? 270 : 200) * Theme.u
    readonly property int rowsMost: Math.max(1, Math.floor((panelArea.height - headLeast - 2 * margin) / pitch))
    readonly property int most: rowsMost * columns
    readonly property int rows: Math.min(rowsMost, Math.ceil(it.rulings.length / columns))
    property int first: 0
    property string about: it.words + it.rulings.map(one => one.act).join("|")
    onAboutChanged: first = 0
    Accessible.role: Accessible.AlertMessage
    Accessible.name: [it.title, it.words, it.detail].filter(one => one !== "").join(". ")
    objectName: "stopped"

    Rectangle {
        id: panel
        x: page.panelArea.x
        y: page.panelArea.y
        width: page.panelArea.width
        height: page.panelArea.height
        color: page.ground

        // A stripe along the edge, so that a stop is not told by its ground alone.
        Rectangle {
            x: Theme.left && !Theme.upright ? parent.width - width : 0
            width: Theme.upright ? parent.width : 8 * Theme.u
            height: Theme.upright ? 8 * Theme.u : parent.height
            color: page.mark
        }
        Shrinking {
            id: area
            anchors { left: parent.left; right: parent.right; top: parent.top; bottom: rulings.top; margins: page.margin; topMargin: 14 * Theme.u; bottomMargin: 10 * Theme.u }
            spacing: 6 * Theme.u
            about: [page.it.words, page.it.detail, page.it.rulings.length, Theme.textScale, width].join("|")
            Row {
                spacing: 12 * Theme.u
                Glyph { name: "square"; color: page.mark; size: 30 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
                Words { text: page.it.title; size: 36; font.bold: true; color: page.mark; wrapMode: Text.NoWrap }
            }
            Words { width: parent.width; visible: text !== ""; text: page.it.waiting; size: Theme.fine; font.bold: true; color: page.mark }
            Row {
                spacing: 16 * Theme.u
                CardFace { visible: page.it.hasCard; rank: page.it.rank || ""; suit: page.it.suit || ""; cardWidth: 60 * Theme.u }
                Words { width: area.room - (page.it.hasCard ? 76 * Theme.u : 0); text: page.it.words; size: page.rows > 3 ? Theme.body : 32; font.bold: true; lineHeight: 0.95 }
            }
            Words { width: parent.width; visible: text !== ""; text: page.it.detail; size: page.rows > 3 ? Theme.fine : 26; font.bold: true }
            Words { width: parent.width; text: page.it.call; size: page.rows > 3 ? Theme.fine : 24 }
            Words { width: parent.width; visible: text !== ""; text: page.it.technical; size: 20; color: Theme.faint; wrapMode: Text.Wrap }
            Words { width: parent.width; visible: text !== ""; text: page.it.cite; size: Theme.fine; color: Theme.faint }
        }
        Grid {
            id: rulings
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: page.margin; bottomMargin: 4 * Theme.u }
            columns: page.columns
            columnSpacing: Theme.gap
            Repeater {
                model: Math.max(0, Math.min(page.most, page.it.rulings.length - page.first))
                Item {
                    required property int index
                    readonly property var ruling: page.it.rulings[page.first + index] || ({ text: "", act: "", tone: "", under: "", cite: "" })
                    readonly property string sentence: [ruling.under, ruling.cite].filter(one => !!one).join(" ")
                    width: (rulings.width - (page.columns - 1) * Theme.gap) / page.columns
                    height: page.pitch
                    BigButton {
                        width: parent.width
                        height: page.buttonHeight
                        radius: 14 * Theme.u
                        text: parent.ruling.text
                        act: parent.ruling.act
                        size: Theme.body
                        // A finding is outlined in its own colour, so that the remedies are seen first.
                        outlined: parent.ruling.tone === "" || parent.ruling.tone === "surrender"
                        tone: parent.ruling.tone === "" ? Theme.ink : Theme.ofOutcome(parent.ruling.tone)
                        ink: Theme.onBright
                        Accessible.name: text + ", " + parent.sentence
                        onTapped: page.asked(parent.ruling.act)
                    }
                    Fitted {
                        y: page.buttonHeight + 3 * Theme.u
                        width: parent.width
                        height: page.pitch - page.buttonHeight - 10 * Theme.u
                        horizontalAlignment: Text.AlignLeft
                        verticalAlignment: Text.AlignTop
                        text: parent.sentence
                        size: Theme.fine
                    }
                }
            }
        }
    }
    Rectangle {
        x: page.footArea.x
        y: page.footArea.y
        width: page.footArea.width
        height: page.footArea.height
        color: Theme.bar
        Item {
            id: beneath
            anchors { fill: parent; leftMargin: page.margin; rightMargin: page.margin }
            // Each button keeps its place, whether or not the others are there.
            readonly property real each: (width - 3 * Theme.gap) / 4
            readonly property real middle: (height - Theme.secondary) / 2
            function at(number) { return number * (each + Theme.gap) }
            SmallButton {
                text: Theme.say("Something else is wrong")
                outlined: true
                tone: Theme.warn
                size: 24
                x: beneath.at(0)
                y: beneath.middle
                width: beneath.each
                sends: "open wrong"
                onTapped: page.asked("open wrong")
            }
            SmallButton { visible: page.canGo; text: Theme.say("Undo"); x: beneath.at(1); y: beneath.middle; width: beneath.each; sends: "undo"; onTapped: page.asked("undo") }
            SmallButton {
                visible: page.it.rulings.length > page.most
                text: Theme.say("More rulings")
                size: 24
                x: beneath.at(2)
                y: beneath.middle
                width: beneath.each
                sends: "more"
                onTapped: page.first = page.first + page.most >= page.it.rulings.length ? 0 : page.first + page.most
            }
            SmallButton {
                visible: page.it.departures !== ""
                text: page.it.departures
                size: 24
                outlined: true
                tone: Theme.faint
                x: beneath.at(3)
                y: beneath.middle
                width: beneath.each
                sends: "open depart"
                onTapped: page.asked("open depart")
            }
        }
    }
}
