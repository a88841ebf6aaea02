// A grid of keys for a PIN, an amount or a number.
import QtQuick

Grid {
    id: pad
    property var keys: []
    property real keyWidth: Theme.secondary
    property real keyHeight: Theme.secondary
    signal pressed(string key)
    columns: 3
    spacing: Theme.gap
    readonly property var names: ({ erase: Theme.say("Erase"), clear: Theme.say("Clear"), ".": Theme.say("Point") })
    Repeater {
        model: pad.keys
        SmallButton {
            required property string modelData
            width: pad.keyWidth
            height: pad.keyHeight
            text: modelData === "erase" ? "←" : modelData === "clear" ? pad.names.clear : modelData
            glyph: ""
            part: "key"
            says: pad.names[modelData] || modelData
            // A letter could be taken for a bettor's, so this key has a word.
            size: modelData === "clear" ? 24 : 34
            onTapped: pad.pressed(modelData)
        }
    }
}
