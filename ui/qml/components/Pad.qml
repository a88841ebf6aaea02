// A grid of keys: a PIN, an amount, a card.
import QtQuick

Grid {
    id: pad
    property var keys: []
    property real keyWidth: Theme.primary
    property real keyHeight: Theme.secondary
    property var toneOf: function (key) { return Theme.button }
    signal pressed(string key)
    columns: 3
    spacing: 16 * Theme.u
    Repeater {
        model: pad.keys
        BigButton {
            required property string modelData
            width: pad.keyWidth
            height: pad.keyHeight
            text: modelData
            size: 36
            tone: pad.toneOf(modelData)
            radius: 14 * Theme.u
            onTapped: pad.pressed(modelData)
        }
    }
}
