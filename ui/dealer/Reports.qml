// Something is wrong: the three likeliest reports of this moment, five groups, and the reports of a group.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)
    // The name of the open group; empty for the first page.
    property string group: ""
    readonly property int columns: Theme.upright ? 2 : 4
    readonly property real wide: (width - (columns - 1) * Theme.gap) / columns
    readonly property var likely: page.choices.filter(one => one.rank >= 0)
    readonly property var inGroup: page.choices.filter(one => one.group === group)
    readonly property real tall: Theme.upright ? Theme.secondary : Theme.primary
    readonly property int across: Theme.upright ? 1 : 3

    Item {
        visible: it.group === ""
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: foot.top; bottomMargin: Theme.gap }
        Words { id: now; text: Theme.say("Likely now"); size: Theme.body; color: Theme.faint }
        Item {
            id: three
            anchors { left: parent.left; right: parent.right; top: now.bottom; topMargin: 8 * Theme.u }
            readonly property real each: (width - (it.across - 1) * Theme.gap) / it.across
            readonly property int rows: 3 / it.across
            height: rows * it.tall + (rows - 1) * Theme.gap
            Repeater {
                model: it.likely.length
                BigButton {
                    required property int index
                    readonly property var choice: it.likely[index] || ({ text: "", act: "", glyph: "", rank: 0 })
                    x: (choice.rank % it.across) * (three.each + Theme.gap)
                    y: Math.floor(choice.rank / it.across) * (it.tall + Theme.gap)
                    width: three.each
                    height: it.tall
                    text: choice.text
                    glyph: choice.glyph
                    size: 30
                    sends: choice.act
                    onTapped: it.asked(choice.act)
                }
            }
        }
        Words { id: all; anchors { top: three.bottom; topMargin: 34 * Theme.u } text: Theme.say("Or choose what it is about"); size: Theme.body; color: Theme.faint }
        Grid {
            id: groups
            anchors { left: parent.left; right: parent.right; top: all.bottom; topMargin: 8 * Theme.u }
            columns: Theme.upright ? 2 : 5
            spacing: Theme.gap
            readonly property real each: (width - (columns - 1) * Theme.gap) / columns
            Repeater {
                model: it.page.groups.length
                BigButton {
                    required property int index
                    readonly property var choice: it.page.groups[index] || ({ text: "", group: "", glyph: "" })
                    width: groups.each
                    height: it.tall
                    text: choice.text
                    glyph: choice.glyph
                    live: it.page.choices.some(one => one.group === choice.group)
                    size: 30
                    sends: "group " + choice.group
                    onTapped: it.group = choice.group
                }
            }
        }
    }
    Item {
        visible: it.group !== ""
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: foot.top; bottomMargin: Theme.gap }
        Repeater {
            model: it.group === "" ? 0 : it.inGroup.length
            SmallButton {
                required property int index
                readonly property var choice: it.inGroup[index] || ({ text: "", act: "", glyph: "", number: 0 })
                x: (choice.number % it.columns) * (it.wide + Theme.gap)
                y: Math.floor(choice.number / it.columns) * (height + Theme.gap)
                width: it.wide
                height: it.tall
                text: choice.text
                glyph: choice.glyph
                size: 26
                sends: choice.act
                onTapped: it.asked(choice.act)
            }
        }
    }
    Foot {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        mayClose: it.page.mayClose
        hasBefore: it.page.hasBefore || it.group !== ""
        onAsked: (what) => { if (what === "back" && it.group !== "") it.group = ""; else it.asked(what) }
    }
}
