// Confirmation: what a report does, or the rule that a departure breaks, and the question once more.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)

    Shrinking {
        id: area
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: answers.top; bottomMargin: Theme.gap }
        spacing: 16 * Theme.u
        about: [it.page.lines.join("|"), Theme.textScale, width].join("|")
        Repeater {
            model: it.page.lines.length
            Words {
                required property int index
                width: area.room
                text: it.page.lines[index] || ""
                size: index === 0 ? 36 : 28
                font.bold: index === 0
                color: index === 0 && it.page.warns ? Theme.lose : Theme.ink
            }
        }
    }
    Row {
        id: answers
        anchors { left: parent.left; right: parent.right; bottom: foot.top; bottomMargin: Theme.gap }
        spacing: Theme.gap
        Repeater {
            model: it.page.choices.length
            BigButton {
                required property int index
                readonly property var choice: it.page.choices[index] || ({ text: "", under: "", act: "" })
                width: (answers.width - Theme.gap) / 2
                text: choice.text
                size: 34
                outlined: !!it.page.warns || index > 0
                tone: index > 0 ? Theme.ink : it.page.warns ? Theme.lose : Theme.win
                ink: outlined ? Theme.ink : Theme.onBright
                act: choice.act
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
    }
}
