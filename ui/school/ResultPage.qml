// The result of a lesson, a drill or a shift.
import QtQuick
import "../common"

Rectangle {
    id: it
    property var now: ({})
    signal asked(string what)
    color: Theme.felt
    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 32 * Theme.u }
        spacing: 14 * Theme.u
        Words { width: parent.width; text: it.now.title || ""; size: Theme.body; color: Theme.faint }
        Row {
            spacing: 18 * Theme.u
            Glyph { name: it.now.passed ? "up" : "diamond"; color: it.now.passed ? Theme.win : Theme.warn; size: 52 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
            Words { text: it.now.verdict || ""; size: Theme.head; font.bold: true; wrapMode: Text.NoWrap; color: it.now.passed ? Theme.win : Theme.warn; objectName: "verdict" }
            Words { text: it.now.percent || ""; size: Theme.head; wrapMode: Text.NoWrap }
        }
        Words { width: parent.width; visible: text !== ""; text: it.now.needed || ""; size: Theme.body }
        Repeater {
            model: it.now.rows || []
            Item {
                required property var modelData
                width: Math.min(parent.width, 700 * Theme.u)
                height: 44 * Theme.u * Theme.textScale
                Accessible.role: Accessible.StaticText
                Accessible.name: modelData.name + " " + modelData.value
                Words { text: parent.modelData.name; size: Theme.body; color: Theme.faint; wrapMode: Text.NoWrap }
                Words { anchors.right: parent.right; text: parent.modelData.value; size: Theme.body; font.bold: true; wrapMode: Text.NoWrap }
            }
        }
    }
    Row {
        anchors { left: parent.left; bottom: parent.bottom; margins: 32 * Theme.u }
        spacing: Theme.gap
        SmallButton { width: Theme.upright ? 190 * Theme.u : 260 * Theme.u; height: Theme.primary; text: it.now.back || ""; onTapped: it.asked("back") }
        Repeater {
            model: it.now.buttons || []
            BigButton {
                required property var modelData
                width: Theme.upright ? 215 * Theme.u : 340 * Theme.u
                text: modelData.text
                tone: modelData.tone === "win" ? Theme.win : Theme.button
                ink: modelData.tone === "win" ? Theme.onBright : Theme.ink
                onTapped: it.asked(modelData.act)
            }
        }
    }
}
