// The pad for a PIN, a number or an amount: twelve keys, and beside them a column with the keys that end typing. The
// column is at the side of the dealer's thumb, so ENTER is always next to the digits.
import QtQuick

Item {
    id: pad
    // True for an amount, which may have a decimal point.
    property bool money: false
    property bool mayEnter: true
    property bool maySkip: false
    // What the key that ends typing says.
    property string ends: Theme.say("ENTER")
    property real keyWidth: (Theme.upright ? 165 : 132) * Theme.u
    property real keyHeight: keyWidth
    signal pressed(string key)
    readonly property var keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9", money ? "." : "clear", "0", "erase"]
    readonly property var names: ({ erase: Theme.say("Erase"), clear: Theme.say("Clear"), ".": Theme.say("Point") })
    readonly property real beside: 1.25 * keyWidth
    implicitWidth: 3 * keyWidth + beside
    implicitHeight: 4 * keyHeight
    width: implicitWidth
    height: implicitHeight

    Repeater {
        model: pad.keys.length
        Key {
            required property int index
            readonly property string key: pad.keys[index]
            x: (Theme.left ? pad.beside : 0) + (index % 3) * pad.keyWidth
            y: Math.floor(index / 3) * pad.keyHeight
            width: pad.keyWidth
            height: pad.keyHeight
            text: key === "erase" ? "←" : key === "clear" ? pad.names.clear : key
            says: pad.names[key] || key
            size: key === "clear" ? 28 : 46
            sends: "key " + key
            onTapped: pad.pressed(key)
        }
    }
    Column {
        x: Theme.left ? 0 : 3 * pad.keyWidth
        width: pad.beside
        Key {
            visible: pad.maySkip
            width: parent.width
            height: pad.keyHeight
            text: Theme.say("NOT KNOWN")
            says: Theme.say("The amount is not known")
            size: 28
            part: "enter"
            sends: "key skip"
            onTapped: pad.pressed("skip")
        }
        Key {
            visible: pad.money
            width: parent.width
            height: pad.keyHeight
            text: pad.names.clear
            size: 28
            sends: "key clear"
            onTapped: pad.pressed("clear")
        }
        Key {
            width: parent.width
            height: pad.keyHeight * (4 - (pad.maySkip ? 1 : 0) - (pad.money ? 1 : 0))
            text: pad.ends
            says: Theme.say("Enter")
            part: "enter"
            size: 40
            live: pad.mayEnter
            tone: live ? Theme.win : Theme.button
            ink: live ? Theme.onBright : Theme.ink
            sends: "key enter"
            onTapped: pad.pressed("enter")
        }
    }
}
