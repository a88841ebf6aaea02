// One moment of a round: the table, the prompt at that time, the playback controls and the list of steps.
import QtQuick
import "../common"

Item {
    id: it
    property var now: ({ doubts: "" })
    readonly property var moment: review.moment
    readonly property var round: review.round
    readonly property var steps: round.steps
    readonly property real gap: 8 * Theme.u
    Felt {
        id: felt
        width: parent.width
        // High enough that the dealer's cards do not cover the badges of the spots.
        height: Math.max(Math.min(parent.height * 0.54, 560 * Theme.u), Math.min(width * 0.45, parent.height - 250 * Theme.u))
        radius: 8 * Theme.u
        spots: it.moment.spots
        dealerCards: it.moment.dealerCards
        warCards: it.moment.warCards
        direction: it.moment.direction
        directionWords: it.moment.directionWords
    }
    Words {
        // If the round cannot be read, only the reason is shown.
        visible: it.moment.fault !== ""
        anchors { left: felt.left; right: felt.right; verticalCenter: felt.verticalCenter; margins: 30 * Theme.u }
        horizontalAlignment: Text.AlignHCenter
        text: it.moment.fault
        size: 24
        font.bold: true
        objectName: "fault"
    }
    Rectangle {
        id: doubts
        visible: it.now.doubts !== ""
        anchors { top: felt.top; left: felt.left; right: felt.right; margins: 6 * Theme.u }
        height: 38 * Theme.u
        radius: 8 * Theme.u
        color: Theme.stop
        border.color: Theme.lose
        border.width: 2 * Theme.u
        Accessible.role: Accessible.AlertMessage
        Accessible.name: it.now.doubts
        objectName: "doubts"
        Glyph { id: barred; name: "barred"; color: Theme.lose; size: 24 * Theme.u; x: 10 * Theme.u; anchors.verticalCenter: parent.verticalCenter }
        Fitted {
            anchors { left: barred.right; right: parent.right; top: parent.top; bottom: parent.bottom; leftMargin: 10 * Theme.u; rightMargin: 10 * Theme.u }
            horizontalAlignment: Text.AlignLeft
            wrapMode: Text.NoWrap
            text: it.now.doubts
            size: 21
            least: 14
            font.bold: true
        }
    }
    Rectangle {
        id: said
        anchors { top: felt.bottom; topMargin: it.gap }
        width: parent.width
        height: 62 * Theme.u
        radius: 8 * Theme.u
        color: it.moment.held !== "" ? Theme.stop : Theme.panel
        Accessible.role: Accessible.StaticText
        Accessible.name: Theme.say("The screen says: %1").arg(it.moment.held !== "" ? it.moment.held : it.moment.screen)
        objectName: "screen says"
        Fitted {
            anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: 12 * Theme.u; rightMargin: 12 * Theme.u; topMargin: 2 * Theme.u }
            height: 34 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: it.moment.held !== "" ? it.moment.held : it.moment.screen
            size: 23
            font.bold: true
            wrapMode: Text.NoWrap
            elide: Text.ElideRight
        }
        Fitted {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: 12 * Theme.u; rightMargin: 12 * Theme.u; bottomMargin: 3 * Theme.u }
            height: 22 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: [Theme.say("on the dealer's screen"), it.moment.cite].filter(one => one !== "").join(" · ")
            size: 16
            least: 12
            color: Theme.faint
            wrapMode: Text.NoWrap
        }
    }
    Item {
        id: way
        anchors { top: said.bottom; topMargin: it.gap }
        width: parent.width
        height: Theme.least
        Row {
            id: buttons
            spacing: it.gap
            Chip { width: Theme.least; glyph: "left"; text: ""; says: Theme.say("Step back"); live: it.moment.at > 0; onTapped: review.tap("step -1") }
            Chip { width: 118 * Theme.u; glyph: it.moment.playing ? "square" : "right"; text: it.moment.playing ? Theme.say("Pause") : Theme.say("Play"); on: !!it.moment.playing; onTapped: review.tap("play") }
            Chip { width: Theme.least; glyph: "right"; text: ""; says: Theme.say("Step forward"); live: it.moment.at < it.moment.last; onTapped: review.tap("step 1") }
            Chip { width: 62 * Theme.u; text: it.moment.speed; says: Theme.say("Speed") + " " + it.moment.speed; onTapped: review.tap("speed") }
        }
        Item {
            id: slider
            anchors { left: buttons.right; leftMargin: 16 * Theme.u; right: place.left; rightMargin: 12 * Theme.u }
            height: parent.height
            readonly property bool target: true
            objectName: "slider"
            Accessible.role: Accessible.Slider
            Accessible.name: Theme.say("Moment of the round")
            readonly property real share: it.moment.last > 0 ? it.moment.at / it.moment.last : 0
            Rectangle { anchors.verticalCenter: parent.verticalCenter; width: parent.width; height: 6 * Theme.u; radius: height / 2; color: Theme.line }
            Rectangle { anchors.verticalCenter: parent.verticalCenter; width: parent.width * slider.share; height: 6 * Theme.u; radius: height / 2; color: Theme.surrender }
            Rectangle {
                width: 24 * Theme.u; height: width; radius: width / 2
                color: Theme.ink
                anchors.verticalCenter: parent.verticalCenter
                x: (parent.width - width) * slider.share
            }
            MouseArea {
                anchors.fill: parent
                preventStealing: true
                function go(x) { review.tap("at " + Math.round(Math.max(0, Math.min(1, x / width)) * it.moment.last)) }
                onPressed: (mouse) => go(mouse.x)
                onPositionChanged: (mouse) => go(mouse.x)
            }
        }
        Words {
            id: place
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: (it.moment.cut !== "" ? it.moment.cut + "  " : "") + it.moment.at + " / " + it.moment.last
            size: 19
            color: Theme.faint
            wrapMode: Text.NoWrap
            objectName: "place"
        }
    }
    ListView {
        id: list
        anchors { top: way.bottom; topMargin: it.gap; bottom: parent.bottom; left: parent.left; right: parent.right }
        clip: true
        cacheBuffer: 0
        model: it.steps.length
        currentIndex: it.moment.at - 1
        highlightMoveDuration: 0
        boundsBehavior: Flickable.StopAtBounds
        spacing: 4 * Theme.u
        objectName: "steps"
        Accessible.role: Accessible.List
        Accessible.name: Theme.say("Steps")
        onCurrentIndexChanged: positionViewAtIndex(Math.max(0, currentIndex), ListView.Center)
        delegate: Rectangle {
            id: step
            required property int index
            readonly property var one: it.steps[index] || ({ did: "", under: "", says: "", isCard: false })
            readonly property bool now: index === list.currentIndex
            readonly property bool target: true
            width: ListView.view.width
            height: 54 * Theme.u
            radius: 8 * Theme.u
            color: now ? Theme.felt : Theme.panel
            border.color: now ? Theme.tie : Theme.panel
            border.width: now ? 2 * Theme.u : 1
            objectName: "step " + (index + 1)
            Accessible.role: Accessible.ListItem
            Accessible.name: one.says
            Accessible.onPressAction: review.tap("at " + (index + 1))
            Fitted {
                anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: 12 * Theme.u; rightMargin: 12 * Theme.u; topMargin: 2 * Theme.u }
                height: 28 * Theme.u
                horizontalAlignment: Text.AlignLeft
                text: step.one.did
                size: 20
                font.bold: step.now
                wrapMode: Text.NoWrap
                elide: Text.ElideRight
            }
            Fitted {
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: 12 * Theme.u; rightMargin: 12 * Theme.u; bottomMargin: 2 * Theme.u }
                height: 22 * Theme.u
                horizontalAlignment: Text.AlignLeft
                text: step.one.under
                size: 16
                least: 12
                color: Theme.faint
                wrapMode: Text.NoWrap
            }
            MouseArea { anchors.fill: parent; onClicked: if (touches.allows()) review.tap("at " + (step.index + 1)) }
        }
    }
}
