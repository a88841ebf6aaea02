// Choices as buttons, over several pages if they do not fit on one.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)
    property int first: 0
    readonly property int columns: Theme.upright ? 2 : 4
    readonly property int rows: Math.max(1, Math.floor((area.height + Theme.gap) / (Theme.secondary + Theme.gap)))
    readonly property int most: columns * rows
    onPageChanged: if (first >= page.choices.length) first = 0

    Item {
        id: area
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: foot.top; bottomMargin: Theme.gap }
        Repeater {
            model: Math.min(it.most, it.page.choices.length - it.first)
            SmallButton {
                required property int index
                readonly property var choice: it.page.choices[it.first + index] || ({ text: "", under: "", act: "" })
                width: (area.width - (it.columns - 1) * Theme.gap) / it.columns
                height: Theme.secondary
                x: (index % it.columns) * (width + Theme.gap)
                y: Math.floor(index / it.columns) * (height + Theme.gap)
                text: choice.text
                under: choice.under || ""
                chosen: !!choice.chosen
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
        hasBefore: it.page.hasBefore
        onAsked: (what) => it.asked(what)
        more: [
            SmallButton {
                visible: it.page.school
                text: Theme.say("TRAINING")
                under: Theme.say("lessons and drills")
                width: 300 * Theme.u
                onTapped: it.asked("train")
            },
            SmallButton {
                visible: it.page.choices.length > it.most
                text: Theme.say("More")
                sends: "more"
                width: 150 * Theme.u
                onTapped: it.first = it.first + it.most >= it.page.choices.length ? 0 : it.first + it.most
            },
            SmallButton {
                visible: !!it.page.several
                text: Theme.say("Enter")
                width: 150 * Theme.u
                tone: Theme.win
                ink: Theme.onBright
                sends: "key enter"
                onTapped: it.asked("key enter")
            }
        ]
    }
}
