// The strip of a day: the number of rounds per interval, with shapes above for notable ones. A click selects them.
import QtQuick
import "../common"

Item {
    id: it
    property var strip: ({})
    readonly property var bars: strip.bars || []
    readonly property var hours: strip.hours || []
    Chip {
        id: earlier
        width: Theme.least
        anchors.verticalCenter: parent.verticalCenter
        glyph: "left"
        says: Theme.say("The day before")
        onTapped: review.tap("day -1")
    }
    Chip {
        id: later
        width: Theme.least
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        glyph: "right"
        says: Theme.say("The day after")
        onTapped: review.tap("day 1")
    }
    Words {
        id: day
        anchors { left: earlier.right; leftMargin: 12 * Theme.u; verticalCenter: parent.verticalCenter }
        width: 116 * Theme.u
        text: it.strip.day ? it.strip.day + "\n" + it.strip.zone : ""
        size: 19
        color: Theme.faint
    }
    Rectangle {
        id: band
        anchors { left: day.right; right: later.left; leftMargin: 8 * Theme.u; rightMargin: 12 * Theme.u; top: parent.top; bottom: parent.bottom; topMargin: 6 * Theme.u; bottomMargin: 4 * Theme.u }
        color: Theme.panel
        radius: 8 * Theme.u
        Accessible.role: Accessible.StaticText
        Accessible.name: Theme.say("Rounds of the day") + ", " + (it.strip.day || "")
        objectName: "timeline"
        readonly property real ground: height - 20 * Theme.u
        Repeater {
            model: it.hours.length
            Words {
                required property int index
                readonly property var hour: it.hours[index] || ({ x: 0, label: "" })
                text: hour.label
                size: 13
                color: Theme.faint
                wrapMode: Text.NoWrap
                x: Math.max(3 * Theme.u, Math.min(band.width - width - 3 * Theme.u, band.width * hour.x - width / 2))
                y: band.ground + 2 * Theme.u
            }
        }
        Repeater {
            model: it.bars.length
            Item {
                id: bar
                required property int index
                readonly property var it_: it.bars[index] || ({ x: 0, width: 0, height: 0, marks: [], war: false, says: "" })
                x: it_.x * band.width
                width: Math.max(3, it_.width * band.width)
                height: band.ground
                Accessible.role: Accessible.StaticText
                Accessible.name: it_.says
                objectName: "bar " + it_.says
                Rectangle {
                    width: Math.max(2, parent.width - 1)
                    height: (band.ground - 16 * Theme.u) * bar.it_.height
                    y: band.ground - height
                    color: bar.it_.war ? Theme.tie : Theme.line
                }
                Repeater {
                    model: Math.min(1, bar.it_.marks.length)
                    Glyph {
                        required property int index
                        readonly property var mark: bar.it_.marks[index] || ({ shape: "disc", tone: "faint" })
                        name: mark.shape
                        color: Theme[mark.tone]
                        size: 11 * Theme.u
                        x: (bar.width - width) / 2
                        y: 2 * Theme.u
                    }
                }
            }
        }
        Rectangle {
            visible: it.bars.length > 0
            x: (it.strip.now || 0) * band.width
            width: Math.max(2, 2 * Theme.u)
            height: band.ground
            color: Theme.ink
        }
        MouseArea {
            anchors.fill: parent
            onClicked: (mouse) => {
                const place = mouse.x / band.width
                let best = null
                for (const one of it.bars)
                    if (best === null || Math.abs(one.x + one.width / 2 - place) < Math.abs(best.x + best.width / 2 - place))
                        best = one
                if (best !== null) review.tap("round " + best.key)
            }
        }
    }
}
