// The header: logs, round, live following, and the verification mark.
import QtQuick
import "../common"

Rectangle {
    id: head
    property var now: ({})
    // Read once, because each access is a call to Python.
    readonly property var round: review.round
    color: Theme.panel
    implicitHeight: 70 * Theme.u
    Column {
        anchors { left: parent.left; leftMargin: 16 * Theme.u; right: charts.left; rightMargin: 12 * Theme.u; verticalCenter: parent.verticalCenter }
        Row {
            spacing: 12 * Theme.u
            width: parent.width
            Words { id: name; visible: !Theme.upright; text: Theme.say("Pit review"); size: 26; font.bold: true; wrapMode: Text.NoWrap }
            Fitted {
                width: parent.width - (name.visible ? name.width + parent.spacing : 0)
                height: name.height
                horizontalAlignment: Text.AlignLeft
                text: [head.round.title, head.now.kind].filter(one => one !== "").join(" · ")
                size: 24
                color: Theme.ink
                wrapMode: Text.NoWrap
            }
        }
        Fitted {
            width: parent.width
            height: 26 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: [head.round.words, head.round.file || head.now.files, head.round.more, head.now.floor || ""].filter(one => one !== "").join(" · ")
            size: 18
            least: 13
            color: Theme.faint
            wrapMode: Text.NoWrap
            elide: Text.ElideRight
        }
    }
    Chip {
        id: charts
        anchors { right: follow.left; rightMargin: 10 * Theme.u; verticalCenter: parent.verticalCenter }
        width: (Theme.upright ? 100 : 130) * Theme.u
        text: Theme.say("Report")
        onTapped: report.tap("open")
    }
    Chip {
        id: follow
        anchors { right: mark.left; rightMargin: 10 * Theme.u; verticalCenter: parent.verticalCenter }
        width: (Theme.upright ? 120 : 150) * Theme.u
        text: Theme.say("Follow")
        glyph: "right"
        on: !!head.now.following
        onTapped: review.tap("follow")
    }
    Chip {
        id: mark
        anchors { right: parent.right; rightMargin: 10 * Theme.u; verticalCenter: parent.verticalCenter }
        width: (Theme.upright ? 230 : 300) * Theme.u
        text: head.now.verification.title
        glyph: head.now.verification.shape
        tone: Theme[head.now.verification.tone]
        says: Theme.say("Verification mark") + ": " + head.now.verification.title
        onTapped: review.tap("open verification")
    }
}
