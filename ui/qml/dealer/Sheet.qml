// What the dealer opens over the table: what went wrong, wagers, who deals, the floor, a card that is keyed in.
import QtQuick
import "../components"

Rectangle {
    id: sheet
    property string name: ""
    signal closed()
    readonly property var page: bridge.sheet(name)
    color: Theme.panel
    Accessible.role: Accessible.Dialog
    Accessible.name: page.title
    MouseArea { anchors.fill: parent }

    Words {
        id: title
        anchors { left: parent.left; top: parent.top; margins: 30 * Theme.u }
        text: sheet.page.title
        size: 42
        font.bold: true
    }
    Flickable {
        anchors { left: parent.left; right: parent.right; top: title.bottom; bottom: foot.top; margins: 30 * Theme.u }
        contentHeight: choices.height
        clip: true
        Flow {
            id: choices
            width: parent.width
            spacing: Theme.gap * 0.6
            Repeater {
                model: sheet.page.choices.length
                SmallButton {
                    required property int index
                    readonly property var it: sheet.page.choices[index] || ({ text: "", under: "", act: "" })
                    width: (choices.width - (Theme.upright ? 1 : 2) * choices.spacing) / (Theme.upright ? 2 : 3) - 1
                    text: it.text
                    under: it.under
                    onTapped: {
                        sheet.closed()
                        bridge.tap(it.act)
                    }
                }
            }
        }
    }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 30 * Theme.u }
        height: Theme.secondary
        SmallButton { text: qsTr("Back to the table"); width: 320 * Theme.u; onTapped: sheet.closed() }
    }
}
