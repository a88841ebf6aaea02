// The simulator panel beside the dealer's screen: controls for shoe, players, devices and faults.
import QtQuick
import "../common"

Rectangle {
    id: screen
    color: Theme.panel
    readonly property var now: panel.now
    readonly property real margin: 20 * Theme.u
    Binding { target: Theme; property: "width"; value: screen.height * 1.6 }
    Binding { target: Theme; property: "height"; value: screen.height }
    Binding { target: Theme; property: "dark"; value: screen.now.dark }
    Binding { target: Theme; property: "words"; value: screen.now.words }

    Column {
        id: everything
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: screen.margin }
        spacing: 14 * Theme.u
        transformOrigin: Item.Top
        scale: Math.min(1, (screen.height - 2 * screen.margin) / Math.max(1, height))
        Row {
            spacing: 12 * Theme.u
            Badge { text: Theme.say("SIMULATED TABLE"); anchors.verticalCenter: parent.verticalCenter }
            Words { text: Theme.say("You are the dealer."); size: 22; color: Theme.faint; wrapMode: Text.NoWrap }
        }
        Words { width: parent.width; height: 72 * Theme.u; text: screen.now.hint; size: 27; font.bold: true; objectName: "hint" }
        Row {
            spacing: 16 * Theme.u
            readonly property real third: (everything.width - 2 * spacing) / 3
            BigButton {
                width: parent.third; height: 96 * Theme.u; size: 27
                text: Theme.say("DRAW A CARD")
                // The button that the table waits for is highlighted.
                tone: screen.now.due === "draw" ? Theme.win : Theme.button
                ink: screen.now.due === "draw" ? Theme.onBright : Theme.ink
                onTapped: panel.tap("draw")
            }
            BigButton {
                width: parent.third; height: 96 * Theme.u; size: 27
                text: Theme.say("EVERYBODY BETS")
                tone: screen.now.due === "bets" ? Theme.win : Theme.button
                ink: screen.now.due === "bets" ? Theme.onBright : Theme.ink
                onTapped: panel.tap("bet")
            }
            BigButton {
                width: parent.third; height: 96 * Theme.u; size: 27
                text: Theme.say("AUTOPLAY"); chosen: screen.now.autoplay
                under: screen.now.autoplay ? Theme.say("on") : Theme.say("off")
                says: Theme.say("Autoplay")
                onTapped: panel.tap("autoplay")
            }
        }
        Repeater {
            model: screen.now.devices.length
            Column {
                id: device
                required property int index
                readonly property var it: screen.now.devices[index] || ({ name: "", doing: "", ok: true, faults: [] })
                width: everything.width
                spacing: 8 * Theme.u
                Row {
                    spacing: 10 * Theme.u
                    Glyph { name: device.it.ok ? "disc" : "up"; color: device.it.ok ? Theme.win : Theme.lose; size: 20 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
                    Words { text: device.it.name; size: 24; font.bold: true; wrapMode: Text.NoWrap }
                    Words { text: device.it.doing; size: 21; color: device.it.ok ? Theme.faint : Theme.lose; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
                }
                Flow {
                    width: parent.width
                    spacing: 8 * Theme.u
                    Repeater {
                        model: device.it.faults.length
                        BigButton {
                            required property int index
                            readonly property var fault: device.it.faults[index] || ({ text: "", act: "", says: "" })
                            width: (everything.width - 3 * 8 * Theme.u) / 4
                            height: 58 * Theme.u
                            radius: 10 * Theme.u
                            size: 20
                            text: fault.text
                            says: fault.says
                            onTapped: panel.tap(fault.act)
                        }
                    }
                }
            }
        }
        Column {
            width: parent.width
            spacing: 4 * Theme.u
            Words { text: Theme.say("Players"); size: 24; font.bold: true }
            Flow {
                width: parent.width
                spacing: 22 * Theme.u
                Repeater {
                    model: screen.now.players.length
                    Words {
                        required property int index
                        text: screen.now.players[index] || ""
                        size: 21
                        color: Theme.faint
                        wrapMode: Text.NoWrap
                    }
                }
            }
        }
    }
}
