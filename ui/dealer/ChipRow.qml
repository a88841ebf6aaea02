// The chip row under the felt: one wager of the coming round, its chips or digits, and the tabs of the other wagers.
// All keys of the row touch each other.
import QtQuick
import "../common"

Rectangle {
    id: row
    property var it: ({ open: false, title: "", amount: "", state: "", note: "", wrong: false, tabs: [], chips: [], digits: false, pending: "", pendingLines: 1 })
    signal asked(string what)
    readonly property bool target: false
    // The row lies over the felt and hides what is beneath it.
    readonly property bool above: true
    readonly property real line: 94 * Theme.u
    readonly property real head: 50 * Theme.u
    // Limits and complaints stand beneath the keys, which keeps these apart from the buttons below.
    readonly property real foot: 36 * Theme.u
    readonly property real side: 2 * Theme.u
    // Beside the panel the keys keep clear of its buttons.
    readonly property real away: Theme.upright ? side : 32 * Theme.u
    readonly property real start: Theme.left ? away : side
    readonly property real room: width - side - away
    readonly property bool shared: it.tabs.some(tab => !tab.wide)
    readonly property real ends: room * (Theme.upright || it.tabs.length > 4 ? 0.14 : 0.16)
    readonly property real narrow: 94 * Theme.u
    readonly property int wides: it.tabs.filter(tab => tab.wide).length
    readonly property real wide: (room - ends - (it.tabs.length - wides) * narrow) / Math.max(1, wides)
    readonly property var first: ["1", "2", "3", "4", "5", ".", "unknown"]
    readonly property var second: ["6", "7", "8", "9", "0", "erase", "everybody"]
    readonly property var captions: ({ unknown: "?", erase: "←", everybody: Theme.say("All out") })
    readonly property var names: ({ unknown: Theme.say("The amount is not known"), erase: Theme.say("Erase"), everybody: Theme.say("All out"), ".": Theme.say("Point") })
    visible: it.open
    height: head + 2 * line + foot
    color: Theme.bar
    border.color: Theme.focus
    border.width: 2 * Theme.u
    Accessible.role: Accessible.Grouping
    Accessible.name: it.title + ", " + it.amount + (it.state ? ", " + it.state : "") + (it.note ? ", " + it.note : "")
    objectName: "chip row"

    // A tap between the keys and the felt must not reach a spot beneath the row.
    MouseArea { anchors.fill: parent }

    Item {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: 14 * Theme.u; rightMargin: 14 * Theme.u; topMargin: 2 * Theme.u }
        height: row.head - 4 * Theme.u
        Fitted {
            id: title
            width: parent.width * 0.68
            height: parent.height
            horizontalAlignment: Text.AlignLeft
            text: row.it.title
            size: 25
            font.bold: true
        }
        Fitted {
            id: amount
            objectName: "amount"
            anchors { left: title.right; right: parent.right; leftMargin: 8 * Theme.u }
            height: parent.height
            horizontalAlignment: Text.AlignRight
            text: row.it.amount
            // As large as the line, at every size of text.
            size: (text.length > 9 ? 24 : 36) / Theme.textScale
            font.bold: true
            wrapMode: Text.NoWrap
            color: row.it.wrong ? Theme.lose : Theme.ink
        }
    }
    Fitted {
        id: state
        anchors { right: parent.right; bottom: parent.bottom; rightMargin: 14 * Theme.u; bottomMargin: 3 * Theme.u }
        width: 170 * Theme.u
        height: row.foot - 4 * Theme.u
        visible: !row.it.wrong
        horizontalAlignment: Text.AlignRight
        text: row.it.state
        size: Math.min(Theme.fine, 24 / Theme.textScale)
        font.italic: true
        font.bold: true
    }
    Fitted {
        objectName: "reason"
        anchors { left: parent.left; right: state.visible ? state.left : parent.right; bottom: parent.bottom; leftMargin: 14 * Theme.u; rightMargin: 14 * Theme.u; bottomMargin: 3 * Theme.u }
        height: row.foot - 4 * Theme.u
        horizontalAlignment: Text.AlignLeft
        text: row.it.note
        size: Math.min(row.it.wrong ? 26 : Theme.fine, 25 / Theme.textScale)
        font.bold: row.it.wrong
        wrapMode: Text.NoWrap
        color: row.it.wrong ? Theme.lose : Theme.faint
    }

    // The tabs, and OK at the side of the dealer's hand.
    Item {
        visible: !row.it.digits
        x: row.start
        y: row.head
        width: row.room
        height: row.line
        Row {
            x: Theme.left ? row.ends : 0
            Repeater {
                model: row.it.tabs.length
                Key {
                    required property int index
                    readonly property var tab: row.it.tabs[index] || ({ text: "", says: "", under: "", act: "", chosen: false, wide: true })
                    padName: "chip row"
                    width: tab.wide ? row.wide : row.narrow
                    height: row.line
                    text: tab.text
                    says: tab.says
                    under: tab.under
                    chosen: tab.chosen
                    size: 24
                    sends: tab.act
                    onTapped: row.asked(tab.act)
                }
            }
        }
    }
    Row {
        visible: !row.it.digits
        x: row.start
        y: row.head + row.line
        readonly property real each: row.room / (row.it.chips.length + 3)
        Repeater {
            model: row.it.chips.length
            Key {
                required property int index
                readonly property var chip: row.it.chips[index] || ({ text: "", says: "", act: "" })
                padName: "chip row"
                width: parent.each
                height: row.line
                text: chip.text
                says: chip.says
                round: true
                // A chip is an object like those on the felt: its amount keeps its size.
                size: (text.length > 3 ? 26 : 32) / Theme.textScale
                sends: chip.act
                onTapped: row.asked(chip.act)
            }
        }
        Key { padName: "chip row"; width: parent.each; height: row.line; text: Theme.say("None"); says: Theme.say("No wager"); size: 24; sends: "wager clear"; onTapped: row.asked("wager clear") }
        Key { padName: "chip row"; width: parent.each; height: row.line; text: Theme.say("Out"); says: Theme.say("Spot out"); size: 24; sends: "wager out"; onTapped: row.asked("wager out") }
        Key { padName: "chip row"; width: parent.each; height: row.line; text: "123"; says: Theme.say("Digits and more"); size: 26; sends: "wager digits"; onTapped: row.asked("wager digits") }
    }

    // The digits, and what is rarely needed.
    Repeater {
        model: row.it.digits ? row.first.length + row.second.length : 0
        Key {
            required property int index
            readonly property int at: index % row.first.length
            readonly property string key: index < row.first.length ? row.first[at] : row.second[at]
            readonly property real each: (row.room - row.ends) / row.first.length
            padName: "chip row"
            x: row.start + (Theme.left ? row.ends : 0) + at * each
            y: row.head + (index < row.first.length ? 0 : row.line)
            width: each
            height: row.line
            text: row.captions[key] || key
            says: row.names[key] || key
            size: key === "everybody" ? 24 : 36
            sends: "wager " + key
            onTapped: row.asked("wager " + key)
        }
    }
    Key {
        visible: row.it.digits
        padName: "chip row"
        x: Theme.left ? row.start : row.start + row.room - row.ends
        y: row.head + row.line
        width: row.ends
        height: row.line
        text: Theme.say("Chips")
        size: 28
        sends: "wager chips"
        onTapped: row.asked("wager chips")
    }
    Key {
        padName: "chip row"
        x: Theme.left ? row.start : row.start + row.room - row.ends
        y: row.head
        width: row.ends
        height: row.line
        text: Theme.say("OK")
        says: Theme.say("These are the wagers")
        size: 36
        part: "enter"
        tone: Theme.win
        ink: Theme.onBright
        sends: "wager done"
        onTapped: row.asked("wager done")
    }
}
