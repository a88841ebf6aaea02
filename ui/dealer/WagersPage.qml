// The wagers page: select a spot, then add chips or enter an amount; an amount may be unknown.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({ spots: [], kinds: [], bettors: [], chips: [] })
    signal asked(string what)
    readonly property real gap: Theme.gap
    readonly property int spotColumns: Theme.upright ? Math.ceil(page.spots.length / 2) : page.spots.length
    readonly property int tabs: page.kinds.length + page.bettors.length
    readonly property real keyHeight: Theme.upright ? 80 * Theme.u : Theme.least
    readonly property real padWidth: 3 * Theme.secondary + 2 * gap

    function cell(columns) { return (width - (columns - 1) * gap) / columns }

    Grid {
        id: spots
        columns: it.spotColumns
        spacing: it.gap
        Repeater {
            model: it.page.spots.length
            SmallButton {
                required property int index
                readonly property var key: it.page.spots[index]
                width: it.cell(it.spotColumns)
                height: 98 * Theme.u
                text: key.text
                under: key.under
                chosen: key.chosen
                outlined: !!key.wrong
                tone: key.wrong ? Theme.lose : Theme.button
                says: Theme.say("Spot %1").arg(key.text)
                part: "key"
                size: 34
                onTapped: it.asked(key.act)
            }
        }
    }
    Grid {
        id: kinds
        anchors { top: spots.bottom; topMargin: it.gap }
        columns: Theme.upright ? Math.min(3, it.tabs) : it.tabs
        spacing: it.gap
        Repeater {
            model: it.page.kinds.concat(it.page.bettors)
            SmallButton {
                required property var modelData
                width: it.cell(kinds.columns)
                height: Theme.upright ? Theme.least : Theme.secondary
                text: modelData.text
                chosen: modelData.chosen
                part: "key"
                onTapped: it.asked(modelData.act)
            }
        }
    }
    Pad {
        id: pad
        anchors { top: kinds.bottom; topMargin: it.gap }
        keyHeight: it.keyHeight
        keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "clear"]
        onPressed: (key) => it.asked("wager " + key)
    }
    Column {
        id: chips
        anchors { top: pad.top; left: pad.right; leftMargin: it.gap }
        spacing: it.gap
        Repeater {
            model: it.page.chips.slice(1)
            SmallButton {
                required property string modelData
                width: 100 * Theme.u
                height: it.keyHeight
                radius: height / 2
                text: "+" + modelData
                says: Theme.say("A chip of %1").arg(modelData)
                part: "key"
                onTapped: it.asked("wager chip " + modelData)
            }
        }
    }
    Column {
        id: acts
        anchors { top: pad.top; left: chips.right; leftMargin: it.gap }
        spacing: it.gap
        readonly property real each: Theme.upright ? it.width - chips.x - chips.width - it.gap : 170 * Theme.u
        SmallButton { width: acts.each; height: it.keyHeight; text: "?"; says: Theme.say("The amount is not known"); onTapped: it.asked("wager unknown") }
        SmallButton { width: acts.each; height: it.keyHeight; text: Theme.say("No wager"); onTapped: it.asked("wager clear") }
        SmallButton { width: acts.each; height: it.keyHeight; text: Theme.say("Spot out"); onTapped: it.asked("wager out") }
        SmallButton { width: acts.each; height: it.keyHeight; text: Theme.say("All out"); onTapped: it.asked("wager everybody") }
    }
    Item {
        id: end
        x: Theme.upright ? 0 : acts.x + acts.each + it.gap
        y: Theme.upright ? pad.y + 4 * it.keyHeight + 4 * it.gap : pad.y
        width: it.width - x
        height: it.height - y
        Fitted {
            id: place
            width: Theme.upright ? parent.width * 0.34 : parent.width
            height: 44 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: it.page.place || ""
            size: 30
            wrapMode: Text.NoWrap
        }
        Fitted {
            id: amount
            anchors.top: place.bottom
            width: place.width
            height: Theme.upright ? 70 * Theme.u : 84 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: it.page.amount || ""
            size: 66
            font.bold: true
        }
        // The reason why the table refuses these wagers, or else the limits.
        Fitted {
            id: reason
            objectName: "reason"
            // An upright panel has no room under the amount, so the reason is shown beside it.
            x: Theme.upright ? parent.width * 0.36 : 0
            y: Theme.upright ? 0 : amount.y + amount.height
            width: parent.width - x
            height: Theme.upright ? amount.y + amount.height : shut.y - y - 6 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: it.page.complaint || it.page.limits || ""
            size: it.page.complaint ? 28 : 24
            least: 16
            font.bold: !!it.page.complaint
            color: it.page.complaint ? Theme.lose : Theme.faint
        }
        SmallButton {
            id: shut
            anchors.bottom: parent.bottom
            width: (parent.width - it.gap) * 0.42
            text: Theme.say("Back")
            onTapped: it.asked("close")
        }
        BigButton {
            anchors { bottom: parent.bottom; left: shut.right; leftMargin: it.gap; right: parent.right }
            text: Theme.say("DONE")
            says: Theme.say("These are the wagers")
            part: "enter"
            tone: Theme.win
            ink: Theme.onBright
            onTapped: it.asked("wager done")
        }
    }
}
