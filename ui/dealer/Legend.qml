// The signs of the felt with their words: chips, outcomes, the number of a settlement and the ring of what is due.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)
    readonly property int columns: 2
    readonly property int rows: Math.ceil(it.page.signs.length / columns)
    readonly property real each: Math.min(76 * Theme.u, (foot.y - Theme.gap / 2) / Math.max(1, rows))

    Repeater {
        model: it.page.signs.length
        Item {
            id: line
            required property int index
            readonly property var sign: it.page.signs[index] || ({ kind: "", name: "", tone: "", text: "" })
            x: Math.floor(index / it.rows) * it.width / it.columns
            y: index % it.rows * it.each
            width: it.width / it.columns
            height: it.each
            Accessible.role: Accessible.StaticText
            Accessible.name: sign.text
            objectName: "sign " + sign.name
            Item {
                id: mark
                width: 110 * Theme.u
                height: parent.height
                WagerChip { visible: line.sign.kind === "chip"; anchors.centerIn: parent; kind: line.sign.kind === "chip" ? line.sign.name : "main"; amount: "$5"; room: 100 * Theme.u }
                Glyph { visible: line.sign.kind === "glyph"; anchors.centerIn: parent; name: line.sign.kind === "glyph" ? line.sign.name : "disc"; color: line.sign.tone ? Theme.ofOutcome(line.sign.tone) : Theme.ink; size: 34 * Theme.u }
                Rectangle {
                    visible: line.sign.kind === "number"
                    anchors.centerIn: parent
                    width: 36 * Theme.u
                    height: width
                    radius: width / 2
                    color: Theme.win
                    FeltWords { anchors.centerIn: parent; text: "1"; color: Theme.onBright }
                }
                Rectangle {
                    visible: line.sign.kind === "ring"
                    anchors.centerIn: parent
                    width: 42 * Theme.u
                    height: 50 * Theme.u
                    radius: 8 * Theme.u
                    color: "transparent"
                    border.color: Theme.focus
                    border.width: 5 * Theme.u
                }
            }
            Words {
                anchors { left: mark.right; leftMargin: 8 * Theme.u; right: parent.right; verticalCenter: parent.verticalCenter }
                text: line.sign.text
                size: Theme.body
            }
        }
    }
    Foot {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        hasBefore: false
        onAsked: (what) => it.asked(what)
    }
}
