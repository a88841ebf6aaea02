// The due step in the largest print, the following steps beneath it, and the buttons that confirm it.
import QtQuick
import "../common"

Rectangle {
    id: panel
    property var now: ({})
    readonly property var prompt: now.prompt
    readonly property var large: now.buttons.filter(button => !button.small)
    readonly property var small: now.buttons.filter(button => button.small)
    readonly property real margin: 24 * Theme.u
    readonly property bool mending: !!now.resolution
    signal asked(string what)
    color: Theme.panel
    Accessible.role: Accessible.AlertMessage
    Accessible.name: prompt.says
    objectName: "prompt"

    Shrinking {
        id: area
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: after.top; margins: panel.margin; bottomMargin: 8 * Theme.u }
        spacing: 6 * Theme.u
        about: [panel.prompt.says, panel.prompt.note, panel.prompt["pass"].length, panel.mending ? panel.now.resolution.steps : "", Theme.textScale, width].join("|")
        // The steps of a remedy come first and in the largest print until they are done.
        Column {
            visible: panel.mending
            width: parent.width
            spacing: 8 * Theme.u
            bottomPadding: 14 * Theme.u
            Words {
                width: parent.width
                text: panel.mending ? panel.now.resolution.title : ""
                size: 25
                font.bold: true
                color: Theme.warn
            }
            Repeater {
                model: panel.mending ? panel.now.resolution.steps.length : 0
                Words {
                    required property int index
                    width: area.room
                    text: (index + 1) + ".  " + (panel.mending ? panel.now.resolution.steps[index] || "" : "")
                    size: Theme.glance
                    font.bold: true
                    lineHeight: 0.92
                }
            }
            Words { width: parent.width; text: panel.mending ? panel.now.resolution.cite : ""; size: 19; color: Theme.faint }
            Words { width: parent.width; text: Theme.say("then"); size: 24; color: Theme.faint }
        }
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
                id: verb
                readonly property real wanted: panel.mending ? 36 : panel.prompt.verb.length > 26 ? Theme.glance : panel.prompt.verb.length > 9 ? 48 : 72
                text: panel.prompt.verb
                // Shrink until the longest word fits, in any language.
                size: wanted * Math.min(1, 0.97 * width / Math.max(1, longest.advanceWidth))
                font.bold: true
                lineHeight: 0.92
                width: area.room - (panel.prompt.shape === "" ? 0 : 66 * Theme.u)
                color: panel.prompt.tone === "" ? Theme.ink : Theme.ofOutcome(panel.prompt.tone)
                TextMetrics {
                    id: longest
                    text: panel.prompt.verb.split(" ").reduce((one, other) => other.length > one.length ? other : one, "")
                    font.family: Theme.family
                    font.bold: true
                    font.pixelSize: Math.max(1, Theme.text(verb.wanted))
                }
            }
        }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.place
            size: panel.mending ? 30 : 44
            font.bold: true
            lineHeight: 0.92
        }
        Repeater {
            model: panel.prompt.lines.length
            Row {
                required property int index
                readonly property var it: panel.prompt.lines[index] || ({ tone: "", shape: "", verb: "", amount: "", wager: "" })
                spacing: 9 * Theme.u
                Glyph {
                    name: it.shape
                    color: Theme.ofOutcome(it.tone)
                    size: 28 * Theme.u
                    anchors.verticalCenter: parent.verticalCenter
                }
                Fitted {
                    width: area.room - 37 * Theme.u
                    height: 54 * Theme.u * Theme.textScale
                    horizontalAlignment: Text.AlignLeft
                    wrapMode: Text.NoWrap
                    text: it.verb + " " + it.wager + " " + it.amount
                    size: Theme.glance
                    font.bold: true
                    color: Theme.ofOutcome(it.tone)
                }
            }
        }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.amount
            size: 76
            font.bold: true
            lineHeight: 0.92
        }
        Words { visible: text !== ""; width: parent.width; text: panel.prompt.more; size: 28 }
        Words {
            visible: text !== ""
            width: parent.width
            text: panel.prompt.say
            size: 32
            font.italic: true
            color: Theme.surrender
        }
        Flow {
            visible: panel.prompt["pass"].length > 0
            width: area.room
            Repeater {
                model: panel.prompt["pass"].length
                Words {
                    required property int index
                    readonly property var row: panel.prompt["pass"][index] || ({ text: "", heading: false })
                    // An upright panel is wide and low, so two hands are shown side by side.
                    width: Theme.upright && !row.heading ? area.room / 2 : area.room
                    text: row.text
                    size: row.heading ? 24 : 27
                    font.bold: !row.heading
                    color: row.heading ? Theme.faint : Theme.ink
                }
            }
        }
        Words { visible: text !== ""; width: parent.width; text: panel.prompt.note; size: 24; color: Theme.warn }
    }
    Column {
        id: after
        anchors { left: parent.left; right: parent.right; bottom: buttons.top; margins: panel.margin; bottomMargin: 12 * Theme.u }
        spacing: 3 * Theme.u
        Repeater {
            model: panel.now.following.length
            Fitted {
                required property int index
                width: after.width
                height: (implicitWidth > after.width ? 50 : 30) * Theme.u * Theme.textScale
                horizontalAlignment: Text.AlignLeft
                text: Theme.say("then %1").arg(panel.now.following[index] || "")
                size: 23
                least: 13
                color: Theme.faint
            }
        }
        Fitted {
            width: after.width
            height: (implicitWidth > after.width ? 44 : 26) * Theme.u * Theme.textScale
            horizontalAlignment: Text.AlignLeft
            text: panel.prompt.cite
            size: 19
            least: 13
            color: Theme.faint
        }
    }
    Column {
        id: buttons
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: panel.margin }
        spacing: Theme.gap
        Grid {
            id: first
            width: parent.width
            // An upright panel is wide and low, so all buttons are side by side.
            columns: Theme.upright ? Math.max(1, panel.now.buttons.length) : panel.small.length ? Math.max(1, panel.large.length) : 1
            spacing: Theme.gap
            Repeater {
                model: panel.large.length
                BigButton {
                    required property int index
                    readonly property var it: panel.large[index] || ({ text: "", tone: "", under: "", act: "", says: "" })
                    readonly property bool choice: it.tone === "tie" || it.tone === "surrender"
                    width: (first.width - (first.columns - 1) * Theme.gap) / first.columns
                    height: choice && panel.small.length === 0 ? 150 * Theme.u : Theme.primary
                    text: it.text
                    under: it.under
                    says: it.says
                    act: it.act
                    tone: it.tone === "" ? Theme.button : Theme.ofOutcome(it.tone)
                    ink: it.tone === "" ? Theme.ink : Theme.onBright
                    // While a hand is being settled, the choice that follows it is only outlined.
                    outlined: choice && panel.small.length > 0
                    oneLine: choice
                    onTapped: panel.asked(it.act)
                }
            }
            Repeater {
                model: Theme.upright ? panel.small.length : 0
                SmallButton {
                    required property int index
                    readonly property var it: panel.small[index] || ({ text: "", act: "", under: "", says: "" })
                    width: (first.width - (first.columns - 1) * Theme.gap) / first.columns
                    height: Theme.primary
                    text: it.text
                    under: it.under
                    says: it.says
                    act: it.act
                    onTapped: panel.asked(it.act)
                }
            }
        }
        Row {
            visible: panel.small.length > 0 && !Theme.upright
            width: parent.width
            spacing: Theme.gap
            Repeater {
                model: Theme.upright ? 0 : panel.small.length
                SmallButton {
                    required property int index
                    readonly property var it: panel.small[index] || ({ text: "", act: "", under: "", says: "" })
                    width: (buttons.width - (panel.small.length - 1) * Theme.gap) / panel.small.length
                    text: it.text
                    under: it.under
                    says: it.says
                    act: it.act
                    onTapped: panel.asked(it.act)
                }
            }
        }
    }
}
