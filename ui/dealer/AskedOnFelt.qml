// A question that is answered by a tap on the felt: the question beside it, and answers that the felt cannot show.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    property rect panelArea
    property rect footArea
    signal asked(string what)
    readonly property real margin: 24 * Theme.u
    // The place whose several answers are listed, such as two cards or three bettors on a spot; -1 for none.
    property int open: -1
    readonly property string about: page.title + "|" + page.hint + "|" + page.choices.map(one => one.act).join("|")
    onAboutChanged: open = -1
    readonly property var choosable: page.choices.map(one => one.place).filter((place, at, all) => place >= 0 && all.indexOf(place) === at)
    readonly property var listed: page.choices.filter(one => open < 0 ? one.place < 0 : one.place === open)
    readonly property var told: page.choices.filter(one => one.place >= 0 && one.under !== "")
    // What every answer does is said once.
    readonly property bool alike: told.length > 1 && told.every(one => one.under === told[0].under)
    readonly property var lines: alike ? [told[0].under] : told.map(one => one.text + ": " + one.under)
    Accessible.role: Accessible.Dialog
    Accessible.name: [page.title, page.hint].filter(one => !!one).join(". ")
    objectName: "asked on the felt"

    function tapped(place) {
        const found = page.choices.filter(one => one.place === place)
        if (found.length === 1) asked(found[0].act)
        else if (found.length > 1) open = place
    }

    Rectangle {
        x: it.panelArea.x
        y: it.panelArea.y
        width: it.panelArea.width
        height: it.panelArea.height
        color: Theme.panel
        Shrinking {
            id: area
            anchors { left: parent.left; right: parent.right; top: parent.top; bottom: list.top; margins: it.margin; bottomMargin: Theme.gap }
            spacing: 10 * Theme.u
            about: [it.about, it.open, Theme.textScale, width].join("|")
            Words { width: parent.width; text: it.page.title || ""; size: Theme.body; font.bold: true; color: Theme.warn }
            Words { width: parent.width; text: it.page.hint || ""; size: Theme.glance; font.bold: true; lineHeight: 0.95; color: it.page.complains ? Theme.lose : Theme.ink }
            Words { width: parent.width; visible: it.open < 0; text: Theme.say("Tap it on the table."); size: Theme.body }
            Repeater {
                model: it.open < 0 ? it.lines.length : 0
                Words {
                    required property int index
                    width: area.room
                    text: it.lines[index] || ""
                    size: Theme.fine
                    color: Theme.faint
                }
            }
        }
        Column {
            id: list
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: it.margin }
            spacing: Theme.gap
            Repeater {
                model: it.listed.length
                SmallButton {
                    required property int index
                    readonly property var choice: it.listed[index] || ({ text: "", under: "", act: "" })
                    width: list.width
                    text: choice.text
                    under: choice.under
                    act: choice.act
                    size: 26
                    onTapped: it.asked(choice.act)
                }
            }
        }
    }
    Rectangle {
        x: it.footArea.x
        y: it.footArea.y
        width: it.footArea.width
        height: it.footArea.height
        color: Theme.bar
        // At the ends of the bar, so that both keep clear of the dealer's own place above it.
        SmallButton {
            anchors { left: parent.left; leftMargin: it.margin; verticalCenter: parent.verticalCenter }
            visible: it.page.mayClose
            text: Theme.say("Back to the table")
            width: 180 * Theme.u
            sends: "close"
            onTapped: it.asked("close")
        }
        SmallButton {
            anchors { right: parent.right; rightMargin: it.margin; verticalCenter: parent.verticalCenter }
            visible: it.page.hasBefore || it.open >= 0
            text: Theme.say("Back")
            width: 140 * Theme.u
            sends: "back"
            onTapped: if (it.open >= 0) it.open = -1; else it.asked("back")
        }
    }
}
