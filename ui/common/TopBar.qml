// The top bar: table, book, cards left in the shoe, device lamps, dealer and time.
import QtQuick

Rectangle {
    id: bar
    property var table: ({})
    readonly property var notices: [
        { text: table.mark || "", trouble: false },
        { text: table.lastRound ? Theme.say("LAST ROUND") : "", trouble: false },
        { text: table.keyedIn ? Theme.say("CARDS ARE KEYED IN") : "", trouble: true },
        { text: table.departed || "", trouble: true }
    ].filter(notice => notice.text !== "")
    readonly property var badges: notices.map(notice => notice.text)
    readonly property var lamps: table.devices || []
    // On an upright panel the badges have a second line, so that a long name never displaces them. The line is there
    // without a badge too, because nothing on the screen may move when one comes.
    readonly property bool twoLines: Theme.upright
    readonly property real line: 58 * Theme.u
    readonly property real letter: 12 * Theme.u * Theme.textScale
    readonly property real taken: letters([...(twoLines ? [] : badges), table.cardsWords || "", table.clock || ""]) + 60 * Theme.u * badges.length
    readonly property real named: letters([table.name || "", table.dealer || "", ...lamps.map(lamp => lamp.name)])
    // If space is tight, the lamps of working devices lose their names, and long names are cut off.
    readonly property bool tight: Theme.upright || taken + named + (260 + 60 * lamps.length) * Theme.u > width
    readonly property real lampNames: tight ? letters(lamps.filter(lamp => !lamp.ok || lamp.warns).map(lamp => lamp.name)) : 0
    readonly property real nameRoom: Math.max(240 * Theme.u, width - taken - (tight ? 60 : 90) * Theme.u * lamps.length - Math.max(200 * Theme.u, lampNames))
    readonly property real dealerRoom: Math.min(who.implicitWidth, nameRoom / 2)
    function letters(words) { return words.join("").length * letter }
    color: Theme.bar
    implicitHeight: line + (twoLines ? 40 * Theme.u * Theme.textScale : 0)

    Row {
        id: left
        height: bar.line
        anchors { left: parent.left; leftMargin: 16 * Theme.u }
        spacing: 12 * Theme.u
        Words {
            text: bar.table.name || ""
            size: Theme.body
            font.bold: true
            wrapMode: Text.NoWrap
            elide: Text.ElideRight
            width: Math.min(implicitWidth, bar.nameRoom - bar.dealerRoom)
            anchors.verticalCenter: parent.verticalCenter
        }
        Repeater {
            model: bar.twoLines ? 0 : bar.badges.length
            Badge { required property int index; text: bar.badges[index] || ""; trouble: !!(bar.notices[index] || {}).trouble; anchors.verticalCenter: parent.verticalCenter }
        }
        Words {
            text: bar.table.book !== bar.table.name ? bar.table.book || "" : ""
            size: Theme.fine
            color: Theme.faint
            wrapMode: Text.NoWrap
            visible: !Theme.upright && x + implicitWidth + left.x + 30 * Theme.u < right.x
            anchors.verticalCenter: parent.verticalCenter
        }
    }
    Row {
        visible: bar.twoLines
        y: bar.line - 4 * Theme.u
        anchors { left: parent.left; leftMargin: 16 * Theme.u }
        spacing: 12 * Theme.u
        Repeater {
            model: bar.twoLines ? bar.badges.length : 0
            Badge { required property int index; text: bar.badges[index] || ""; trouble: !!(bar.notices[index] || {}).trouble }
        }
    }
    Row {
        id: right
        height: bar.line
        anchors { right: parent.right; rightMargin: 16 * Theme.u }
        spacing: 16 * Theme.u
        Rectangle {
            visible: !bar.tight && (bar.table.cardsWords || "") !== ""
            width: 110 * Theme.u
            height: 12 * Theme.u
            radius: height / 2
            color: Theme.button
            anchors.verticalCenter: parent.verticalCenter
            Rectangle {
                width: parent.width * (bar.table.shoeShare || 0)
                height: parent.height
                radius: height / 2
                color: Theme.surrender
            }
        }
        Words { visible: text !== ""; text: bar.table.cardsWords || ""; size: Theme.fine; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
        Repeater {
            model: bar.lamps.length
            Row {
                required property int index
                readonly property var it: bar.lamps[index] || ({ name: "", ok: true, words: "" })
                height: bar.line
                spacing: 6 * Theme.u
                Accessible.role: Accessible.StaticText
                Accessible.name: it.words
                objectName: "device " + it.words
                Glyph {
                    name: it.ok && !it.warns ? "disc" : "up"
                    color: !it.ok ? Theme.lose : it.warns ? Theme.warn : Theme.win
                    size: 18 * Theme.u
                    anchors.verticalCenter: parent.verticalCenter
                }
                Words { visible: !bar.tight || !it.ok || !!it.warns; text: it.name; size: Theme.fine; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
            }
        }
        Words {
            id: who
            visible: text !== ""
            text: bar.table.dealer || ""
            size: Theme.fine
            font.bold: true
            wrapMode: Text.NoWrap
            elide: Text.ElideRight
            width: bar.dealerRoom
            anchors.verticalCenter: parent.verticalCenter
        }
        Words { text: bar.table.clock || ""; size: Theme.fine; color: Theme.faint; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
    }
}
