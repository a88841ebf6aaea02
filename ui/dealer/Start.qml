// The start screen: the table's name, and the stage of the start or the reason why it failed.
import QtQuick
import "../common"

Rectangle {
    id: screen
    readonly property var doings: ({
        starting: Theme.say("Starting"),
        book: Theme.say("Reading the rulebook"),
        log: Theme.say("Opening the log")
    })
    color: Theme.felt
    Look { style: start.style }

    Rectangle {
        id: bar
        width: parent.width
        height: 58 * Theme.u
        color: Theme.bar
        Row {
            height: parent.height
            anchors { left: parent.left; leftMargin: 16 * Theme.u }
            spacing: 12 * Theme.u
            Words { visible: text !== ""; text: start.now.name; size: 25; font.bold: true; wrapMode: Text.NoWrap; anchors.verticalCenter: parent.verticalCenter }
            Badge { text: start.now.mark; anchors.verticalCenter: parent.verticalCenter }
        }
    }
    Column {
        objectName: "start"
        visible: start.now.fault === ""
        anchors { left: parent.left; right: parent.right; margins: 40 * Theme.u; verticalCenter: parent.verticalCenter }
        spacing: 18 * Theme.u
        Accessible.role: Accessible.StaticText
        Accessible.name: "Dealer Station. " + doing.text + "."
        Words { width: parent.width; horizontalAlignment: Text.AlignHCenter; text: "Dealer Station"; size: 76; font.bold: true }
        Words { id: doing; width: parent.width; horizontalAlignment: Text.AlignHCenter; text: screen.doings[start.now.doing]; size: Theme.glance; color: Theme.faint }
    }
    Column {
        objectName: "not open"
        visible: start.now.fault !== ""
        anchors { left: parent.left; right: parent.right; margins: 60 * Theme.u; verticalCenter: parent.verticalCenter }
        spacing: 24 * Theme.u
        Accessible.role: Accessible.AlertMessage
        Accessible.name: shut.text + " " + why.text + " " + remedy.text
        Words { id: shut; width: parent.width; text: Theme.say("This table cannot open."); size: 58; font.bold: true; color: Theme.lose }
        Words { id: why; width: parent.width; text: start.now.fault; size: 28; wrapMode: Text.Wrap }
        Words { id: remedy; width: parent.width; text: Theme.say("Correct this, then restart the station: sudo systemctl restart dealer-station"); size: 28; font.bold: true }
    }
    // The school needs no table: it may be asked for while the table starts, and where it cannot open.
    BigButton {
        visible: start.now.doing !== "log" || start.now.fault !== ""
        anchors { right: parent.right; bottom: parent.bottom; margins: 32 * Theme.u }
        width: 340 * Theme.u
        chosen: start.now.training
        text: Theme.say("TRAINING")
        under: start.now.training ? Theme.say("opens in a moment") : Theme.say("lessons and drills")
        onTapped: start.train()
    }
}
