// Beside the table: the rack from the top, the rules behind this moment, raw frames, the written round.
import QtQuick
import "../common"

Item {
    id: it
    readonly property var moment: review.moment
    readonly property var round: review.round
    readonly property var rackCards: review.rack
    readonly property real gap: 8 * Theme.u
    Grid {
        id: tabs
        columns: 2
        spacing: it.gap
        Repeater {
            model: it.moment.tabs.length
            Chip {
                required property int index
                readonly property var one: it.moment.tabs[index] || ({ name: "", text: "", on: false })
                width: (it.width - it.gap) / 2
                text: one.text
                on: one.on
                onTapped: review.tap("tab " + one.name)
            }
        }
    }
    Loader {
        id: page
        anchors { top: tabs.bottom; topMargin: it.gap; left: parent.left; right: parent.right; bottom: foot.top; bottomMargin: it.gap }
        sourceComponent: ({ rack: rack, rules: rules, frames: frames, written: written })[it.moment.tab] || null
    }
    Flow {
        id: foot
        anchors { bottom: parent.bottom; left: parent.left; right: parent.right }
        spacing: it.gap
        Chip {
            width: (it.width - it.gap) / 2
            text: Theme.say("Note a dispute")
            size: 18
            onTapped: review.tap("open dispute")
        }
        Chip {
            width: (it.width - it.gap) / 2
            text: Theme.say("Dispute sheet")
            size: 18
            onTapped: review.tap("paper")
        }
        Chip {
            width: (it.width - it.gap) / 2
            text: Theme.say("Copy written round")
            size: 18
            onTapped: review.tap("copy")
        }
        Chip {
            visible: it.round.sealed
            width: (it.width - it.gap) / 2
            text: Theme.say("Open a seal")
            size: 18
            onTapped: review.tap("open unseal")
        }
    }
    Component {
        id: rack
        Item {
            Column {
                id: above
                width: parent.width
                spacing: 2 * Theme.u
                Words { width: parent.width; text: Theme.say("Discard rack, from the top"); size: 20; font.bold: true }
                Repeater {
                    model: it.moment.backUps.length
                    Fitted {
                        required property int index
                        width: above.width
                        height: 24 * Theme.u
                        horizontalAlignment: Text.AlignLeft
                        text: it.moment.backUps[index] || ""
                        size: 18
                        least: 12
                        wrapMode: Text.NoWrap
                        color: Theme.surrender
                        objectName: "back up " + index
                    }
                }
                Words { visible: it.moment.rackWords !== ""; width: parent.width; text: it.moment.rackWords; size: 16; color: Theme.faint; objectName: "rack words" }
                Words { visible: it.rackCards.length === 0; width: parent.width; text: it.moment.fault !== "" ? Theme.say("No part of this round can be shown.") : it.round.number === 0 ? "" : Theme.say("The rack is empty."); size: 19; color: Theme.faint }
            }
            ListView {
                id: pile
                anchors { top: above.bottom; topMargin: 6 * Theme.u; bottom: parent.bottom; left: parent.left; right: parent.right }
                clip: true
                // With a buffer, lines out of sight are created asynchronously; unloading the page meanwhile causes a
                // QML warning.
                cacheBuffer: 0
                model: it.rackCards.length
                boundsBehavior: Flickable.StopAtBounds
                spacing: 3 * Theme.u
                objectName: "rack"
                delegate: Rectangle {
                    id: card
                    required property int index
                    readonly property var one: it.rackCards[index] || ({ place: 0, rank: "", suit: "", owner: "", round: "", own: false, says: "" })
                    // The software painter does not clip shapes at the edge of a list, so only whole lines show them.
                    readonly property bool whole: y >= pile.contentY - 1 && y + height <= pile.contentY + pile.height + 1
                    width: ListView.view.width
                    height: 40 * Theme.u
                    radius: 6 * Theme.u
                    color: one.own ? Theme.felt : Theme.panel
                    Accessible.role: Accessible.StaticText
                    Accessible.name: one.says
                    objectName: "rack " + one.place
                    Words { x: 8 * Theme.u; width: 34 * Theme.u; anchors.verticalCenter: parent.verticalCenter; text: card.one.place; size: 17; color: Theme.faint; wrapMode: Text.NoWrap }
                    CardFace { visible: card.whole && card.one.rank !== ""; x: 46 * Theme.u; anchors.verticalCenter: parent.verticalCenter; cardWidth: 25 * Theme.u; rank: card.one.rank; suit: card.one.suit }
                    CardFace { visible: card.one.rank === ""; x: 46 * Theme.u; anchors.verticalCenter: parent.verticalCenter; cardWidth: 25 * Theme.u }
                    Fitted {
                        x: 82 * Theme.u
                        width: number.x - x - 6 * Theme.u
                        height: parent.height
                        horizontalAlignment: Text.AlignLeft
                        text: card.one.rank === "" ? Theme.say("sealed") + " · " + card.one.owner : card.one.owner
                        size: 18
                        least: 12
                        wrapMode: Text.NoWrap
                    }
                    Words { id: number; anchors { right: parent.right; rightMargin: 8 * Theme.u; verticalCenter: parent.verticalCenter } text: card.one.round; size: 16; color: Theme.faint; wrapMode: Text.NoWrap }
                }
            }
        }
    }
    Component {
        id: rules
        Flickable {
            clip: true
            contentHeight: all.height
            boundsBehavior: Flickable.StopAtBounds
            Column {
                id: all
                width: parent.width
                spacing: 12 * Theme.u
                Words { visible: it.moment.rules.length === 0; width: parent.width; text: Theme.say("No rule belongs to this moment."); size: 19; color: Theme.faint }
                Repeater {
                    model: it.moment.rules.length
                    Column {
                        id: rule
                        required property int index
                        readonly property var one: it.moment.rules[index] || ({ cite: "", name: "", words: "", status: "" })
                        width: all.width
                        objectName: "rule " + one.cite
                        Words { width: parent.width; text: rule.one.cite + " · " + rule.one.name; size: 19; font.bold: true }
                        Words { width: parent.width; text: rule.one.words; size: 19 }
                        Words { width: parent.width; text: rule.one.status; size: 16; color: Theme.faint }
                    }
                }
            }
        }
    }
    Component {
        id: frames
        ListView {
            clip: true
            cacheBuffer: 0
            model: it.moment.frames.length
            boundsBehavior: Flickable.StopAtBounds
            spacing: 6 * Theme.u
            header: Words { visible: it.moment.frames.length === 0; height: visible ? implicitHeight : 0; width: it.width; text: Theme.say("No device sent anything in this round."); size: 19; color: Theme.faint }
            delegate: Rectangle {
                id: frame
                required property int index
                readonly property var one: it.moment.frames[index] || ({ title: "", hex: "", now: false })
                width: ListView.view.width
                height: inside.height + 10 * Theme.u
                radius: 6 * Theme.u
                color: one.now ? Theme.felt : Theme.panel
                objectName: "frame " + one.title
                Column {
                    id: inside
                    x: 8 * Theme.u
                    y: 5 * Theme.u
                    width: parent.width - 16 * Theme.u
                    Words { width: parent.width; text: frame.one.title; size: 17; color: Theme.faint }
                    Words { width: parent.width; text: frame.one.hex; size: 17; wrapMode: Text.WrapAnywhere }
                }
            }
        }
    }
    Component {
        id: written
        Flickable {
            clip: true
            contentHeight: text.height
            boundsBehavior: Flickable.StopAtBounds
            Words { id: text; width: parent.width; text: it.moment.written; size: 17; wrapMode: Text.Wrap; objectName: "written" }
        }
    }
}
