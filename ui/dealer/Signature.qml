// The signature sheet: the sentence that is signed, the reason, the person who signs, and the PIN.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)
    readonly property real keySize: 100 * Theme.u
    readonly property real padWidth: 4.25 * keySize
    readonly property bool beside: !Theme.upright
    readonly property int columns: 3
    readonly property real choiceHeight: 62 * Theme.u
    readonly property real title: 40 * Theme.u * Theme.textScale
    // Names that do not fit are on further pages.
    readonly property int namesMost: columns * 2
    readonly property int names: Math.max(0, ...it.page.parts.map(part => part.choices.length))
    readonly property bool turns: names > namesMost
    property int first: 0
    function turn() { first = first + namesMost >= names ? 0 : first + namesMost }

    Item {
        id: words
        x: it.beside && Theme.left ? it.padWidth + Theme.gap : 0
        width: it.beside ? parent.width - it.padWidth - Theme.gap : parent.width
        height: it.beside ? parent.height : parent.height - pad.height - Theme.gap

        Shrinking {
            id: area
            anchors { left: parent.left; right: parent.right; top: parent.top; bottom: parts.top; bottomMargin: 10 * Theme.u }
            spacing: 4 * Theme.u
            about: [it.page.title, it.page.hint, Theme.textScale, width].join("|")
            Words { width: parent.width; text: it.page.title || ""; size: Theme.glance; font.bold: true; lineHeight: 0.95 }
            Words {
                width: parent.width
                visible: text !== ""
                text: it.page.hint || ""
                size: Theme.body
                font.bold: !!it.page.complains
                color: it.page.complains ? Theme.lose : Theme.faint
            }
        }
        Column {
            id: parts
            anchors { left: parent.left; right: parent.right; bottom: foot.visible ? foot.top : parent.bottom; bottomMargin: foot.visible ? Theme.gap : 0 }
            spacing: 22 * Theme.u
            Repeater {
                model: it.page.parts.length
                Item {
                    id: choosing
                    required property int index
                    readonly property var what: it.page.parts[index] || ({ title: "", choices: [] })
                    readonly property int from: it.first < what.choices.length ? it.first : 0
                    readonly property int count: Math.min(it.namesMost, what.choices.length - from)
                    readonly property int rows: Math.ceil(count / it.columns)
                    width: parent.width
                    height: it.title + rows * it.choiceHeight + Math.max(0, rows - 1) * Theme.gap
                    Fitted {
                        width: parent.width
                        height: it.title
                        horizontalAlignment: Text.AlignLeft
                        verticalAlignment: Text.AlignTop
                        text: choosing.what.title
                        size: Theme.body
                    }
                    Repeater {
                        model: choosing.count
                        SmallButton {
                            required property int index
                            readonly property var choice: choosing.what.choices[choosing.from + index] || ({ text: "", act: "" })
                            width: (choosing.width - (it.columns - 1) * Theme.gap) / it.columns
                            height: it.choiceHeight
                            x: (index % it.columns) * (width + Theme.gap)
                            y: it.title + Math.floor(index / it.columns) * (height + Theme.gap)
                            text: choice.text
                            chosen: !!choice.chosen
                            part: "key"
                            size: 24
                            sends: choice.act
                            onTapped: it.asked(choice.act)
                        }
                    }
                }
            }
        }
        Foot {
            id: foot
            visible: it.beside
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            mayClose: it.page.mayClose
            hasBefore: it.page.hasBefore
            onAsked: (what) => it.asked(what)
            more: [
                SmallButton {
                    visible: it.turns
                    text: Theme.say("More")
                    width: 120 * Theme.u
                    sends: "more"
                    onTapped: it.turn()
                }
            ]
        }
    }
    Column {
        // An upright panel has room beside the pad, and none above it.
        visible: !it.beside
        y: pad.y
        spacing: Theme.gap
        SmallButton { visible: !!it.page.mayClose; text: Theme.say("Back to the table"); width: 230 * Theme.u; sends: "close"; onTapped: it.asked("close") }
        SmallButton { visible: it.page.hasBefore; text: Theme.say("Back"); width: 230 * Theme.u; sends: "back"; onTapped: it.asked("back") }
        SmallButton { visible: it.turns; text: Theme.say("More"); width: 230 * Theme.u; sends: "more"; onTapped: it.turn() }
    }
    Column {
        id: pad
        x: it.beside && Theme.left ? 0 : parent.width - width
        y: it.beside ? 0 : parent.height - height
        width: it.padWidth
        spacing: 16 * Theme.u
        Rectangle {
            visible: !!it.page.takesPin
            width: parent.width
            height: 74 * Theme.u
            radius: 14 * Theme.u
            color: Theme.circle
            border.color: Theme.line
            border.width: 2 * Theme.u
            Accessible.role: Accessible.EditableText
            Accessible.name: Theme.say("%1 digits").arg(it.page.value.length)
            Fitted {
                anchors { fill: parent; margins: 8 * Theme.u }
                text: it.page.value || Theme.say("PIN")
                size: it.page.value ? 50 : Theme.body
                color: it.page.value ? Theme.ink : Theme.faint
                font.bold: true
                wrapMode: Text.NoWrap
            }
        }
        Pad {
            visible: !!it.page.takesPin
            keyWidth: it.keySize
            keyHeight: it.keySize
            ends: Theme.say("SIGN")
            mayEnter: !!it.page.maySign
            onPressed: (key) => it.asked("key " + key)
        }
        BigButton {
            visible: !it.page.takesPin
            width: parent.width
            text: Theme.say("SIGN")
            says: Theme.say("Enter")
            part: "enter"
            live: !!it.page.maySign
            tone: live ? Theme.win : Theme.button
            ink: live ? Theme.onBright : Theme.ink
            sends: "key enter"
            onTapped: it.asked("key enter")
        }
    }
}
