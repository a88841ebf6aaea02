// The list of rounds, newest first, with search and quick filters. Lines are read when they become visible.
import QtQuick
import "../common"

Item {
    id: it
    property var now: ({})
    readonly property real gap: 8 * Theme.u
    TextField {
        id: search
        width: parent.width - more.width - it.gap
        name: "search"
        says: Theme.say("Search")
        hint: Theme.say("/ search: war, spot 3, Ana …")
        value: it.now.search
        onEntered: (text) => review.enter("search", text)
        Connections {
            target: review
            function onSearching() { search.take() }
        }
    }
    Chip {
        id: more
        anchors.right: parent.right
        width: 108 * Theme.u
        text: Theme.say("Filters")
        on: !!it.now.filtered
        onTapped: review.tap("open filters")
    }
    Grid {
        id: chips
        anchors.top: search.bottom
        anchors.topMargin: it.gap
        columns: 2
        spacing: it.gap
        Repeater {
            model: it.now.chips.length
            Chip {
                required property int index
                readonly property var one: it.now.chips[index] || ({ name: "", text: "", shape: "disc", tone: "ink", on: false })
                width: (it.width - it.gap) / 2
                text: one.text
                glyph: one.shape
                tone: Theme[one.tone]
                on: one.on
                says: Theme.say("Only: %1").arg(one.text)
                onTapped: review.tap("flag " + one.name)
            }
        }
    }
    Row {
        id: found
        anchors { top: chips.bottom; topMargin: it.gap }
        height: (clear.visible ? 53.5 : 28) * Theme.u
        width: parent.width
        Words {
            width: parent.width - (clear.visible ? clear.width : 0)
            text: it.now.found
            size: 19
            color: Theme.faint
            wrapMode: Text.NoWrap
            anchors.verticalCenter: parent.verticalCenter
            objectName: "found"
        }
        Chip {
            id: clear
            visible: !!it.now.filtered
            width: 130 * Theme.u
            text: Theme.say("Show all")
            onTapped: review.tap("clear")
        }
    }
    ListView {
        id: list
        anchors { top: found.bottom; topMargin: 4 * Theme.u; bottom: parent.bottom; left: parent.left; right: parent.right }
        clip: true
        model: review.rounds
        currentIndex: it.now.row
        highlightMoveDuration: 0
        boundsBehavior: Flickable.StopAtBounds
        reuseItems: true
        cacheBuffer: 0
        spacing: 6 * Theme.u
        section.property: "day"
        section.delegate: Words {
            required property string section
            width: ListView.view ? ListView.view.width : 0
            height: 30 * Theme.u
            verticalAlignment: Text.AlignVCenter
            text: section
            size: 18
            font.bold: true
            color: Theme.faint
            objectName: "day " + section
        }
        objectName: "rounds"
        Accessible.role: Accessible.List
        Accessible.name: Theme.say("Rounds")
        onCurrentIndexChanged: positionViewAtIndex(currentIndex, ListView.Contain)
        delegate: RoundLine {
            required property int index
            required property var it
            width: ListView.view.width - 12 * Theme.u
            one: it || ({})
            chosen: index === list.currentIndex
            // The software painter does not clip shapes at the edge of a list, so only whole lines show them.
            whole: y >= list.contentY - 1 && y + height <= list.contentY + list.height + 1
            onTapped: review.tap("row " + index)
        }
        Rectangle {
            // Position in the list.
            anchors.right: parent.right
            width: 6 * Theme.u
            radius: width / 2
            color: Theme.line
            visible: list.visibleArea.heightRatio < 1
            height: Math.max(24 * Theme.u, list.visibleArea.heightRatio * list.height)
            y: list.visibleArea.yPosition * list.height
        }
        MouseArea {
            // The scroll bar can be dragged, because a log may hold half a million rounds.
            anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
            width: 14 * Theme.u
            onPositionChanged: (mouse) => pull(mouse.y)
            onPressed: (mouse) => pull(mouse.y)
            function pull(y) {
                if (list.count > 0)
                    list.positionViewAtIndex(Math.max(0, Math.min(list.count - 1, Math.round(list.count * y / height))), ListView.Center)
            }
        }
    }
}
