// The name of a trainee, on a pad of letters.
import QtQuick
import "../common"

Rectangle {
    id: it
    property var now: ({})
    signal asked(string what)
    color: Theme.felt
    readonly property real gap: Theme.gap
    readonly property int columns: Theme.upright ? 6 : 8
    readonly property real keyWidth: (width - 48 * Theme.u - (columns - 1) * gap) / columns
    readonly property var names: ({ space: Theme.say("Space"), erase: Theme.say("Erase"), "-": Theme.say("Hyphen") })

    Words {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 24 * Theme.u }
        text: it.now.title || ""
        size: Theme.glance
        font.bold: true
    }
    Rectangle {
        id: box
        anchors { left: parent.left; right: parent.right; top: heading.bottom; margins: 24 * Theme.u; topMargin: 12 * Theme.u }
        height: 80 * Theme.u
        radius: 12 * Theme.u
        color: Theme.circle
        border.color: Theme.line
        Words { anchors { fill: parent; leftMargin: 20 * Theme.u } verticalAlignment: Text.AlignVCenter; text: it.now.typed || ""; size: Theme.glance; wrapMode: Text.NoWrap; elide: Text.ElideLeft }
    }
    Grid {
        id: pad
        anchors { left: parent.left; top: box.bottom; margins: 24 * Theme.u }
        readonly property int lines: Math.ceil((it.now.keys || []).length / it.columns)
        readonly property real keyHeight: Math.min(Theme.secondary, (foot.y - y - it.gap * lines) / lines)
        columns: it.columns
        spacing: it.gap
        Repeater {
            model: it.now.keys || []
            SmallButton {
                required property string modelData
                width: it.keyWidth
                height: pad.keyHeight
                part: "key"
                text: modelData === "erase" ? "←" : it.names[modelData] || modelData
                says: it.names[modelData] || modelData
                onTapped: it.asked("key " + modelData)
            }
        }
    }
    Row {
        id: foot
        anchors { left: parent.left; bottom: parent.bottom; margins: 24 * Theme.u }
        spacing: Theme.gap
        SmallButton { width: 260 * Theme.u; text: it.now.back || ""; onTapped: it.asked("back") }
        BigButton {
            width: 380 * Theme.u
            height: Theme.secondary
            live: (it.now.typed || "").trim() !== ""
            part: "enter"
            tone: live ? Theme.win : Theme.button
            ink: Theme.onBright
            text: Theme.say("THIS IS MY NAME")
            onTapped: it.asked("key enter")
        }
    }
}
