// The one thing to do now, as large as it gets; what follows beneath it; the buttons that say it is done.
import QtQuick
import "../components"

Rectangle {
    id: panel
    property var now: ({})
    readonly property var prompt: now.prompt
    signal asked(string what)
    color: Theme.panel
    Accessible.role: Accessible.AlertMessage
    Accessible.name: prompt.says

    Column {
        id: words
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 22 * Theme.u }
        spacing: 8 * Theme.u
        Row {
            spacing: 14 * Theme.u
            Glyph {
                name: panel.prompt.shape
                color: Theme.ofOutcome(panel.prompt.tone)
                size: 52 * Theme.u
                anchors.verticalCenter: parent.verticalCenter
                visible: panel.prompt.shape !== ""
            }
            Words {
                text: panel.prompt.verb
                size: panel.prompt.verb.length > 9 ? 46 : 70
                font.bold: true
                width: words.width - (panel.prompt.shape === "" ? 0 : 66 * Theme.u)
                color: panel.prompt.tone === "" ? Theme.ink : Theme.ofOutcome(panel.prompt.tone)
            }
        }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.place
            size: 42
            font.bold: true
        }
        Repeater {
            model: panel.prompt.lines.length
            Row {
                required property int index
                readonly property var it: panel.prompt.lines[index] || ({ tone: "", shape: "", verb: "", amount: "", wager: "" })
                spacing: 10 * Theme.u
                Glyph {
                    name: it.shape
                    color: Theme.ofOutcome(it.tone)
                    size: 26 * Theme.u
                    anchors.verticalCenter: parent.verticalCenter
                }
                Words { text: it.verb; size: 40; font.bold: true; color: Theme.ofOutcome(it.tone); wrapMode: Text.NoWrap }
                Words { text: it.wager; size: 30; anchors.baseline: parent.children[1].baseline; wrapMode: Text.NoWrap }
                Words { text: it.amount; size: 40; font.bold: true; wrapMode: Text.NoWrap }
            }
        }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.amount
            size: 72
            font.bold: true
        }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.more
            size: 28
        }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.say === "" ? "" : "“" + panel.prompt.say + "”"
            size: 32
            font.italic: true
            color: Theme.surrender
        }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.note
            size: 24
            color: Theme.warn
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; bottom: buttons.top; margins: 22 * Theme.u; bottomMargin: 14 * Theme.u }
        spacing: 5 * Theme.u
        Repeater {
            model: panel.now.following.length
            Words {
                required property int index
                width: parent.width
                text: (index === 0 ? qsTr("then ") : "") + (panel.now.following[index] || "")
                size: 24
                color: Theme.faint
                maximumLineCount: 1
                elide: Text.ElideRight
            }
        }
        Words {
            width: parent.width
            text: panel.prompt.cite
            size: 19
            color: Theme.faint
            maximumLineCount: 2
            elide: Text.ElideRight
        }
    }
    Column {
        id: buttons
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 22 * Theme.u }
        spacing: Theme.gap
        Repeater {
            model: panel.now.buttons.length
            BigButton {
                required property int index
                readonly property var it: panel.now.buttons[index] || ({ text: "", tone: "", under: "", act: "", says: "" })
                width: parent.width
                text: it.text
                under: it.under
                says: it.says
                tone: it.tone === "" ? Theme.button : Theme.ofOutcome(it.tone)
                ink: it.tone === "" ? Theme.ink : Theme.onBright
                onTapped: panel.asked(it.act)
            }
        }
    }
}
