// An exercise: the felt, and beside it the question with its answers, or the rule that explains it.
import QtQuick
import "../common"

Item {
    id: it
    property var now: ({})
    signal asked(string what)
    readonly property var overlay: it.now.overlay || null
    readonly property var feedback: it.now.feedback || null
    readonly property real margin: 24 * Theme.u
    // Many words, or large ones, are set one size smaller, so that all answers are in sight.
    readonly property int letters: [...(it.now.news || []), it.now.ask || "", ...(it.now.choices || []).map(choice => choice.text), ...(it.feedback ? [it.feedback.words, it.feedback.answer, it.feedback.say] : [])].join("").length
    readonly property real size: letters * Theme.textScale * Theme.textScale > (Theme.upright ? 420 : 240) ? Theme.fine : Theme.body

    Felt {
        id: felt
        x: Theme.left && !Theme.upright ? panel.width : 0
        width: Theme.upright ? parent.width : parent.width - panel.width
        height: Theme.upright ? 430 * Theme.u : parent.height - bar.height
        spots: it.now.felt ? it.now.felt.spots : []
        dealerCards: it.now.felt ? it.now.felt.dealerCards : []
        warCards: it.now.felt ? it.now.felt.warCards : "adjacent"
        rackWords: it.now.felt ? it.now.felt.rackWords : ""
        choosable: it.now.choosable || []
        onSpotTapped: (spot) => it.asked("place " + spot)
    }
    Rectangle {
        id: panel
        x: Theme.left || Theme.upright ? 0 : parent.width - width
        y: Theme.upright ? felt.height : 0
        width: Theme.upright ? parent.width : 500 * Theme.u
        height: Theme.upright ? parent.height - felt.height - bar.height : parent.height
        color: Theme.panel

        Item {
            id: head
            anchors { left: parent.left; right: parent.right; top: parent.top; margins: it.margin }
            height: 62 * Theme.u
            Words { text: it.now.number || ""; size: Theme.fine; color: Theme.faint; wrapMode: Text.NoWrap; width: parent.width * 0.6; elide: Text.ElideRight; objectName: "number" }
            Words { anchors.right: parent.right; text: [it.now.seconds || "", it.now.points || ""].filter(words => words !== "").join("  ·  "); size: Theme.fine; font.bold: true; wrapMode: Text.NoWrap }
            Rectangle {
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
                height: 12 * Theme.u
                radius: height / 2
                color: Theme.button
                Rectangle { width: parent.width * (it.now.share || 0); height: parent.height; radius: height / 2; color: Theme.win }
            }
        }
        Flickable {
            id: question
            visible: !it.overlay
            anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; margins: it.margin }
            contentHeight: column.height
            clip: true
            boundsBehavior: Flickable.StopAtBounds
            Column {
                id: column
                width: question.width
                spacing: 14 * Theme.u
                Column {
                    visible: it.feedback !== null
                    width: parent.width
                    Words { width: parent.width; text: it.feedback ? it.feedback.words : ""; size: Theme.fine; font.bold: true; color: Theme.win; objectName: "feedback" }
                    Words { width: parent.width; text: it.feedback ? it.feedback.answer : ""; size: Theme.fine; color: Theme.faint }
                    Words { width: parent.width; visible: text !== ""; text: it.feedback ? it.feedback.say : ""; size: Theme.fine; font.italic: true; color: Theme.faint }
                }
                Repeater {
                    model: it.now.news || []
                    Words { required property string modelData; width: column.width; text: modelData; size: it.size; font.bold: true; color: Theme.focus }
                }
                Words { width: parent.width; text: it.now.ask || ""; size: it.size; font.bold: true; objectName: "ask" }
                Column {
                    width: parent.width
                    spacing: Theme.gap
                    Repeater {
                    model: (it.now.choices || []).length
                    BigButton {
                        required property int index
                        readonly property var choice: it.now.choices[index] || ({ text: "", act: "", open: false })
                        width: column.width
                        height: Math.max(Theme.secondary, measure.height + 24 * Theme.u)
                        size: it.size
                        text: choice.text
                        act: it.now.number + choice.act
                        live: choice.open
                        onTapped: it.asked(choice.act)
                        Words { id: measure; visible: false; width: parent.width - 16 * Theme.u; text: parent.text; size: it.size; font.bold: true }
                    }
                    }
                }
            }
        }
        // The longest rules shrink a little, so that nobody has to scroll in the middle of a question.
        Shrinking {
            id: explained
            visible: !!it.overlay
            anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: go.top; margins: it.margin }
            spacing: 16 * Theme.u
            about: (it.now.number || "") + (it.overlay ? it.overlay.title : "")
            Words { width: parent.width; text: it.overlay ? it.overlay.title : ""; size: Theme.glance; font.bold: true; color: it.overlay ? Theme.ofOutcome(it.overlay.tone) : Theme.ink }
            Words { width: parent.width; text: it.overlay ? it.overlay.words : ""; size: Theme.body; font.bold: true; objectName: "told" }
            Words { width: parent.width; visible: text !== ""; text: it.overlay ? it.overlay.cite : ""; size: Theme.fine; color: Theme.faint }
            Words { width: parent.width; visible: text !== ""; text: it.overlay ? it.overlay.gist : ""; size: text.length > 200 ? Theme.fine : Theme.body; objectName: "gist" }
            Words { width: parent.width; text: it.overlay ? it.overlay.status : ""; size: Theme.fine; color: Theme.faint; font.italic: true }
        }
        BigButton {
            id: go
            visible: !!it.overlay
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: it.margin }
            tone: Theme.win
            ink: Theme.onBright
            text: it.overlay ? it.overlay.go.text : ""
            onTapped: it.asked("go")
        }
    }
    Row {
        id: bar
        x: Theme.upright ? it.margin : felt.x + it.margin
        anchors.bottom: parent.bottom
        height: Theme.secondary + 2 * it.margin
        spacing: Theme.gap
        readonly property real each: ((Theme.upright ? it.width : felt.width) - 2 * it.margin - 2 * spacing) / 3
        SmallButton { y: it.margin; width: bar.each; text: it.now.back || ""; onTapped: it.asked("back") }
        SmallButton {
            y: it.margin
            width: bar.each
            live: (it.now.hint || "") !== "" && !it.overlay
            text: Theme.say("HINT")
            under: Theme.say("1 point less")
            onTapped: it.asked("hint")
        }
        SmallButton {
            y: it.margin
            width: bar.each
            live: !it.overlay
            text: Theme.say("SHOW ME")
            under: Theme.say("no points")
            onTapped: it.asked("show")
        }
    }
}
