// One round in the list: time, number, main text, and its marks as shapes with words.
import QtQuick
import "../common"

Rectangle {
    id: line
    property var one: ({})
    property bool chosen: false
    property bool whole: true
    readonly property bool target: true
    readonly property var marks: one.marks || []
    signal tapped()
    height: 60 * Theme.u
    radius: 8 * Theme.u
    color: chosen ? Theme.felt : Theme.panel
    border.color: chosen ? Theme.tie : Theme.panel
    border.width: chosen ? 2 * Theme.u : 1
    objectName: "round " + (one.number || "")
    Accessible.role: Accessible.ListItem
    Accessible.name: one.says || ""
    Accessible.selected: chosen
    Accessible.onPressAction: tapped()
    Row {
        id: top
        x: 10 * Theme.u
        y: 3 * Theme.u
        spacing: 8 * Theme.u
        Words { text: line.one.time || ""; size: 19; color: Theme.faint; wrapMode: Text.NoWrap }
        Words { text: line.one.number || ""; size: 20; font.bold: true; wrapMode: Text.NoWrap }
        Fitted {
            visible: (line.one.log || "") !== ""
            width: Math.max(0, Math.min(implicitWidth, line.width - x - 30 * Theme.u - 24 * Theme.u * line.marks.length))
            height: 26 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: line.one.log || ""
            size: 17
            least: 12
            color: Theme.faint
            wrapMode: Text.NoWrap
            elide: Text.ElideMiddle
        }
    }
    Row {
        visible: line.whole
        anchors { right: parent.right; rightMargin: 10 * Theme.u }
        y: 6 * Theme.u
        spacing: 6 * Theme.u
        Repeater {
            model: line.marks.length
            Glyph {
                required property int index
                readonly property var mark: line.marks[index] || ({ shape: "disc", tone: "faint", word: "" })
                name: mark.shape
                color: Theme[mark.tone]
                size: 18 * Theme.u
            }
        }
    }
    Fitted {
        x: 10 * Theme.u
        anchors.top: top.bottom
        width: parent.width - 20 * Theme.u
        height: 26 * Theme.u
        horizontalAlignment: Text.AlignLeft
        wrapMode: Text.NoWrap
        elide: Text.ElideRight
        text: line.one.words || ""
        size: 18
        least: 13
        color: line.one.trusted === false ? Theme.lose : Theme.ink
    }
    MouseArea {
        anchors.fill: parent
        onClicked: if (touches.allows()) line.tapped()
    }
}
