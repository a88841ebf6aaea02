// The rule of a step in full: what the book says at each address, in our words, and how sure that is.
import QtQuick
import "../common"

Item {
    id: it
    property var page: ({})
    signal asked(string what)

    Column {
        id: step
        width: parent.width
        spacing: 6 * Theme.u
        Words { width: parent.width; text: Theme.say("The step"); size: Theme.fine; color: Theme.faint }
        Words { width: parent.width; text: it.page.step; size: Theme.fine }
        Words { width: parent.width; visible: text !== ""; text: it.page.practice; size: Theme.fine; color: Theme.faint }
        Words { width: parent.width; topPadding: 12 * Theme.u; text: it.page.status; size: Theme.body; font.bold: true }
    }
    Stepped {
        anchors { left: parent.left; right: parent.right; top: step.bottom; bottom: foot.top; topMargin: 14 * Theme.u; bottomMargin: 14 * Theme.u }
        text: it.page.rules.map(rule => rule.says === "" ? rule.address : rule.address + ":  " + rule.says).join("\n")
        most: Theme.body
    }
    Foot {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        mayClose: true
        hasBefore: false
        onAsked: (what) => it.asked(what)
    }
}
