// The panel of the due step in fixed slots, as on an instrument: place, verb with its amount, what to say, the buttons,
// what is next, and the rule. A slot never moves; an empty slot stays empty.
import QtQuick
import "../common"

Rectangle {
    id: panel
    property var now: ({})
    readonly property var prompt: now.prompt
    readonly property bool mending: !!now.resolution
    readonly property var primary: now.buttons.find(button => button.place === "primary") || null
    readonly property var second: now.buttons.filter(button => button.place === "second")
    readonly property real margin: 18 * Theme.u
    readonly property real above: 9 * Theme.u
    // An upright panel is wide and low: its buttons stand beside the words.
    readonly property real room: Theme.upright ? 0.54 * width - margin : width - 2 * margin
    readonly property real buttonsX: Theme.upright ? 0.54 * width + margin : margin
    readonly property real buttonsRoom: width - buttonsX - margin
    // In large print the explanation needs more room, and the words to say have one line.
    readonly property bool largePrint: Theme.textScale > 1.2
    readonly property real actDeep: (largePrint ? 224 : 170) * Theme.u
    readonly property real sayDeep: (largePrint ? 40 : 72) * Theme.u
    signal asked(string what)
    color: Theme.panel
    Accessible.role: Accessible.AlertMessage
    Accessible.name: prompt.says
    objectName: "prompt"

    Stepped {
        id: place
        objectName: "slot place"
        x: panel.margin
        y: panel.above
        width: panel.room
        height: (panel.largePrint ? 44 : 50) * Theme.u
        text: panel.mending ? panel.now.resolution.title : panel.prompt.place
        most: Theme.glance
        oneLine: true
        tight: 0.9
        font.bold: true
        verticalAlignment: Text.AlignVCenter
        color: panel.mending ? Theme.warn : Theme.ink
    }
    Item {
        id: act
        objectName: "slot act"
        x: panel.margin
        y: place.y + place.height + 4 * Theme.u
        width: panel.room
        height: panel.actDeep
        // While nothing has to be said, a long explanation may use that slot too.
        readonly property real reach: height + (panel.prompt.say === "" ? panel.sayDeep + 6 * Theme.u : 0)

        Item {
            id: headline
            visible: !panel.mending && panel.prompt.verb !== ""
            width: parent.width
            height: 84 * Theme.u
            Glyph {
                id: sign
                name: panel.prompt.shape
                color: Theme.ofOutcome(panel.prompt.tone)
                size: 48 * Theme.u
                anchors.verticalCenter: parent.verticalCenter
                visible: panel.prompt.shape !== ""
            }
            Stepped {
                x: sign.visible ? 60 * Theme.u : 0
                width: parent.width - x
                height: parent.height
                text: panel.prompt.verb + (panel.prompt.amount === "" ? "" : " " + panel.prompt.amount)
                most: Theme.amount
                oneLine: true
                tight: 0.86
                font.bold: true
                verticalAlignment: Text.AlignVCenter
                color: panel.prompt.tone === "" ? Theme.ink : Theme.ofOutcome(panel.prompt.tone)
            }
        }
        // The size at which the explanation and its note fit together.
        Stepped {
            id: measure
            visible: false
            width: parent.width
            height: act.reach - explanation.y
            text: [panel.prompt.how, panel.prompt.note].filter(words => words !== "").join("\n")
            tight: panel.largePrint ? 0.9 : 0.96
        }
        Column {
            id: explanation
            visible: !panel.mending
            y: headline.visible ? headline.height : 0
            width: parent.width
            Words {
                id: how
                visible: text !== ""
                width: parent.width
                height: Math.min(implicitHeight, measure.height)
                text: panel.prompt.how
                size: measure.size
                lineHeight: measure.tight
                elide: Text.ElideRight
            }
            Words {
                visible: text !== ""
                width: parent.width
                height: Math.min(implicitHeight, Math.max(1, measure.height - (how.visible ? how.height : 0)))
                text: panel.prompt.note
                size: Theme.fine
                lineHeight: measure.tight
                elide: Text.ElideRight
                color: panel.prompt.trouble ? Theme.warn : Theme.ink
            }
        }
        // Several movements of chips, one beneath the other: the amount first, then its wager.
        Column {
            visible: !panel.mending && panel.prompt.lines.length > 0
            width: parent.width
            Repeater {
                model: panel.prompt.lines.length
                Item {
                    id: movement
                    required property int index
                    readonly property var it: panel.prompt.lines[index] || ({ tone: "", shape: "", verb: "", amount: "", wager: "" })
                    width: act.width
                    height: Math.min(80 * Theme.u, act.height / panel.prompt.lines.length)
                    Glyph {
                        id: mark
                        name: movement.it.shape
                        color: Theme.ofOutcome(movement.it.tone)
                        size: 26 * Theme.u
                        anchors.verticalCenter: parent.verticalCenter
                    }
                    Words {
                        id: much
                        x: 36 * Theme.u
                        anchors.verticalCenter: parent.verticalCenter
                        text: movement.it.verb + (movement.it.amount === "" ? "" : " " + movement.it.amount)
                        size: panel.prompt.lines.length < 3 && !panel.largePrint ? Theme.glance : Theme.body
                        font.bold: true
                        wrapMode: Text.NoWrap
                        color: Theme.ofOutcome(movement.it.tone)
                    }
                    Stepped {
                        x: much.x + much.width + 12 * Theme.u
                        width: movement.width - x
                        height: movement.height
                        text: movement.it.wager
                        most: Theme.fine
                        tight: 0.88
                        verticalAlignment: Text.AlignVCenter
                    }
                }
            }
        }
        // The steps of a remedy, until they are done.
        Stepped {
            visible: panel.mending
            width: parent.width
            height: act.reach
            text: panel.mending ? panel.now.resolution.steps.map((step, index) => (index + 1) + ".  " + step).join("\n") : ""
            most: Theme.glance
            tight: 0.92
            font.bold: true
        }
    }
    Item {
        id: say
        objectName: "slot say"
        x: panel.margin
        y: act.y + act.height + 6 * Theme.u
        width: panel.room
        height: panel.sayDeep
        Glyph {
            visible: panel.prompt.say !== ""
            name: "speech"
            color: spoken.color
            size: 32 * Theme.u
            y: 4 * Theme.u
        }
        Stepped {
            id: spoken
            x: 46 * Theme.u
            width: parent.width - x
            height: parent.height - (practice.visible ? practice.height : 0)
            text: panel.prompt.say
            oneLine: true
            tight: 0.96
            font.italic: true
            // The words of the book are blue; those of good practice are named as such.
            color: panel.prompt.practice === "" ? Theme.surrender : Theme.faint
        }
        Words {
            id: practice
            x: spoken.x
            anchors.bottom: parent.bottom
            visible: text !== "" && !panel.largePrint
            text: panel.prompt.practice
            size: Theme.fine
            height: Math.min(implicitHeight, 34 * Theme.u)
            color: Theme.faint
            wrapMode: Text.NoWrap
        }
    }
    Row {
        id: others
        x: panel.buttonsX
        y: Theme.upright ? panel.above : say.y + say.height + 6 * Theme.u
        width: panel.buttonsRoom
        spacing: Theme.gap
        Repeater {
            model: 2
            BigButton {
                id: other
                required property int index
                readonly property var it: panel.second[index] || ({ text: "", tone: "", under: "", act: "", says: "" })
                readonly property bool choice: it.tone === "tie" || it.tone === "surrender"
                visible: it.act !== ""
                width: panel.second.length > 1 ? (others.width - Theme.gap) / 2 : others.width
                // A player's choice is as large as the button of a step, unless a step comes before it.
                height: choice && !panel.primary ? Theme.primary : Theme.secondary
                text: it.text
                under: it.under
                says: it.says
                act: it.act
                size: Theme.body
                wraps: choice
                tone: choice ? Theme.ofOutcome(it.tone) : Theme.button
                ink: choice ? Theme.onBright : Theme.ink
                outlined: choice && !!panel.primary
                onTapped: panel.asked(it.act)
            }
        }
    }
    BigButton {
        id: first
        readonly property var it: panel.primary || ({ text: "", tone: "", under: "", act: "", says: "" })
        visible: it.act !== ""
        x: panel.buttonsX
        y: others.y + Theme.secondary + Theme.gap
        width: panel.buttonsRoom
        text: it.text
        under: it.under
        says: it.says
        act: it.act
        tone: it.tone === "" ? Theme.button : Theme.ofOutcome(it.tone)
        ink: it.tone === "" ? Theme.ink : Theme.onBright
        onTapped: panel.asked(it.act)
    }
    Item {
        id: next
        objectName: "slot next"
        x: panel.margin
        y: (Theme.upright ? Math.max(say.y + say.height, first.y + first.height) : first.y + first.height) + 8 * Theme.u
        width: panel.width - 2 * panel.margin
        height: rule.y - 4 * Theme.u - y
        readonly property var rows: panel.mending ? [] : panel.prompt["pass"]
        readonly property var following: panel.mending ? [] : panel.now.following
        readonly property int unseen: rows.length - list.shown

        Flow {
            id: list
            width: parent.width
            spacing: 0
            property int shown: 0
            readonly property real deep: next.height + 2
            function count() {
                let seen = 0
                for (let at = 0; at < children.length; at++)
                    seen += children[at].row && children[at].opacity > 0 ? 1 : 0
                shown = seen
            }
            onPositioningComplete: count()
            Repeater {
                model: next.rows.length
                Words {
                    required property int index
                    readonly property var it: next.rows[index] || ({ number: "", short: "", heading: false })
                    readonly property bool row: true
                    // The felt shows what has no room here, with the same numbers.
                    opacity: y + height <= list.deep ? 1 : 0
                    width: it.heading ? list.width : Math.min(list.width, implicitWidth + 22 * Theme.u)
                    text: it.heading ? it.short : it.number + "  " + it.short
                    size: Theme.fine
                    lineHeight: 0.96
                    font.bold: !it.heading
                    color: it.heading ? Theme.faint : Theme.ink
                }
            }
            Repeater {
                model: next.following.length
                Words {
                    required property int index
                    readonly property bool row: false
                    opacity: y + height <= list.deep ? 1 : 0
                    width: list.width
                    text: Theme.say("then %1").arg(next.following[index] || "")
                    size: Theme.fine
                    lineHeight: 0.96
                    color: Theme.faint
                }
            }
        }
        Words {
            visible: next.unseen > 0
            anchors { right: parent.right; top: parent.top }
            text: "+" + next.unseen
            size: Theme.fine
            lineHeight: 0.96
            wrapMode: Text.NoWrap
            color: Theme.faint
        }
        Stepped {
            visible: panel.mending
            anchors.fill: parent
            text: !panel.mending ? "" : Theme.say("then %1").arg([panel.prompt.verb, panel.prompt.amount, panel.prompt.place].filter(words => words !== "").join(" · "))
            tight: 0.96
        }
    }
    Rectangle {
        id: rule
        objectName: "button rule"
        readonly property bool target: true
        readonly property string address: panel.mending ? panel.now.resolution.cite : panel.prompt.cite
        readonly property string status: panel.mending ? "" : panel.prompt.status
        visible: address !== ""
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: 24 * Theme.u; rightMargin: 24 * Theme.u; bottomMargin: (Theme.upright ? 24 : 6) * Theme.u }
        height: 58 * Theme.u
        radius: 10 * Theme.u
        color: reading.pressed ? Theme.button : "transparent"
        border.color: Theme.line
        border.width: 1
        Accessible.role: Accessible.Button
        Accessible.name: Theme.say("The rule: %1").arg([address, status].filter(words => words !== "").join(". "))
        Accessible.onPressAction: panel.asked("open cited")
        Column {
            anchors { left: parent.left; right: chevron.left; verticalCenter: parent.verticalCenter; leftMargin: 10 * Theme.u; rightMargin: 8 * Theme.u }
            Words {
                width: parent.width
                text: rule.address
                size: Theme.fine
                lineHeight: 0.9
                wrapMode: Text.NoWrap
                elide: Text.ElideRight
                color: Theme.faint
            }
            Words {
                // In large print there is room for one line; the page of the rule has the other.
                visible: text !== "" && !panel.largePrint
                width: parent.width
                text: rule.status
                size: Theme.fine
                lineHeight: 0.9
                wrapMode: Text.NoWrap
                elide: Text.ElideRight
                color: Theme.faint
            }
        }
        Glyph {
            id: chevron
            name: "right"
            color: Theme.faint
            size: 18 * Theme.u
            anchors { right: parent.right; rightMargin: 12 * Theme.u; verticalCenter: parent.verticalCenter }
        }
        MouseArea {
            id: reading
            anchors.fill: parent
            onClicked: if (touches.meant("rule", "")) panel.asked("open cited")
        }
    }
}
