// A hold takes the whole screen: why, who must come, what may be ruled.
import QtQuick
import "../components"

Rectangle {
    id: page
    property var hold: null
    property string mark: ""
    signal asked(string what)
    readonly property var it: hold || ({ words: "", authority: "", rulings: [], cite: "", hasCard: false, waiting: "" })
    color: Theme.stop
    Accessible.role: Accessible.AlertMessage
    Accessible.name: qsTr("Table held. ") + it.words
    MouseArea { anchors.fill: parent }

    Column {
        id: why
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 40 * Theme.u }
        spacing: 14 * Theme.u
        Row {
            spacing: 18 * Theme.u
            Glyph { name: "square"; color: Theme.lose; size: 46 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
            Words { text: qsTr("TABLE HELD"); size: 60; font.bold: true; color: Theme.lose }
        }
        Row {
            spacing: 24 * Theme.u
            CardFace { visible: page.it.hasCard; cardWidth: 80 * Theme.u }
            Column {
                width: why.width - (page.it.hasCard ? 104 * Theme.u : 0)
                spacing: 8 * Theme.u
                Words { width: parent.width; text: page.it.words; size: 38; font.bold: true }
                Words {
                    width: parent.width
                    text: qsTr("Call the %1. Hands and wagers stay as they lie.").arg(page.it.authority)
                    size: 30
                }
                Words { width: parent.width; visible: text !== ""; text: page.it.waiting; size: 24; color: Theme.faint }
            }
        }
    }
    Flow {
        id: rulings
        anchors { left: parent.left; right: parent.right; bottom: foot.top; margins: 40 * Theme.u; bottomMargin: 30 * Theme.u }
        spacing: Theme.gap
        Repeater {
            model: page.it.rulings.length
            BigButton {
                required property int index
                readonly property var ruling: page.it.rulings[index] || ({ text: "", under: "", act: "" })
                width: (rulings.width - (Theme.upright ? 1 : 2) * Theme.gap) / (Theme.upright ? 2 : 3) - 1
                text: ruling.text
                under: ruling.under
                size: 32
                outlined: true
                tone: Theme.ink
                onTapped: page.asked(ruling.act)
            }
        }
    }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 40 * Theme.u; bottomMargin: 24 * Theme.u }
        height: Theme.secondary
        SmallButton {
            text: qsTr("Something else is wrong")
            outlined: true
            tone: Theme.warn
            width: 400 * Theme.u
            onTapped: page.asked("sheet wrong")
        }
        Words {
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: (page.mark === "" ? "" : page.mark + "  ·  ") + page.it.cite
            size: 21
            color: Theme.faint
            wrapMode: Text.NoWrap
        }
    }
}
