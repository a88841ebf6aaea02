// A sheet over the window: fields to fill in, choices, or text to read.
import QtQuick
import "../common"

Rectangle {
    id: shade
    readonly property var sheet: review.sheet
    color: Theme.bar
    Accessible.role: Accessible.Dialog
    Accessible.name: sheet.title || ""
    objectName: "sheet"
    MouseArea { anchors.fill: parent }
    property Item firstField: null
    // The cursor starts in the first text field, or on the buttons if there is none.
    Component.onCompleted: firstField !== null ? firstField.take() : close.forceActiveFocus()
    readonly property real margin: 28 * Theme.u
    Column {
        id: top
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: shade.margin; topMargin: 16 * Theme.u }
        spacing: 4 * Theme.u
        Words { width: parent.width; text: shade.sheet.title || ""; size: 30; font.bold: true }
        Words { visible: text !== ""; width: parent.width; text: shade.sheet.hint || ""; size: 20; color: shade.sheet.complains ? Theme.lose : Theme.faint; font.bold: !!shade.sheet.complains; objectName: "hint" }
    }
    Flickable {
        id: flick
        function show(item) {
            const y = item.mapToItem(all, 0, 0).y
            contentY = Math.max(0, Math.min(Math.max(contentY, y + item.height - height), y))
        }
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: foot.top; margins: shade.margin; topMargin: 12 * Theme.u; bottomMargin: 12 * Theme.u }
        clip: true
        contentHeight: all.height
        boundsBehavior: Flickable.StopAtBounds
        Column {
            id: all
            width: parent.width
            spacing: 12 * Theme.u
            Repeater {
                model: shade.sheet.words.length
                Words { required property int index; width: all.width; text: shade.sheet.words[index] || ""; size: 22; objectName: "words " + index }
            }
            Repeater {
                model: shade.sheet.fields.length
                Item {
                    id: row
                    required property int index
                    readonly property var one: shade.sheet.fields[index] || ({ name: "", label: "", text: "", isText: true, choices: [] })
                    width: all.width
                    height: Math.max(Theme.least, one.isText ? 0 : choices.height)
                    Words { id: label; width: 300 * Theme.u; height: Theme.least; verticalAlignment: Text.AlignVCenter; text: row.one.label; size: 20; color: Theme.faint }
                    TextField {
                        id: field
                        visible: row.one.isText
                        tabbed: row.one.isText
                        Component.onCompleted: if (row.one.isText && shade.firstField === null) shade.firstField = field
                        anchors { left: label.right; leftMargin: 10 * Theme.u; right: parent.right }
                        name: row.one.name
                        says: row.one.label
                        value: row.one.text
                        onEntered: (text) => review.enter(row.one.name, text)
                        onAccepted: review.tap("done")
                    }
                    Flow {
                        id: choices
                        visible: !row.one.isText
                        anchors { left: label.right; leftMargin: 10 * Theme.u; right: parent.right }
                        spacing: 8 * Theme.u
                        Repeater {
                            model: row.one.choices.length
                            Chip {
                                required property int index
                                readonly property var choice: row.one.choices[index] || ({ value: "", text: "", on: false })
                                width: Math.min(choices.width, Math.max(Theme.least, measure.width + 28 * Theme.u))
                                text: choice.text
                                on: choice.on
                                tabbed: true
                                onActiveFocusChanged: if (activeFocus) flick.show(this)
                                says: row.one.label + ": " + choice.text
                                onTapped: review.enter(row.one.name, choice.value)
                                TextMetrics { id: measure; text: choice.text; font.family: Theme.family; font.bold: true; font.pixelSize: Theme.text(20) }
                            }
                        }
                    }
                }
            }
        }
    }
    Words {
        anchors { left: parent.left; right: foot.left; verticalCenter: foot.verticalCenter; leftMargin: shade.margin; rightMargin: 12 * Theme.u }
        text: shade.sheet.note || ""
        size: 22
        objectName: "note"
    }
    Row {
        id: foot
        anchors { right: parent.right; bottom: parent.bottom; margins: shade.margin; bottomMargin: 18 * Theme.u }
        spacing: 20 * Theme.u
        Chip { id: close; tabbed: true; width: 200 * Theme.u; height: 66 * Theme.u; text: Theme.say("CLOSE"); onTapped: review.tap("close") }
        Chip { tabbed: visible; visible: (shade.sheet.doneWords || "") !== ""; width: 280 * Theme.u; height: 66 * Theme.u; text: shade.sheet.doneWords || ""; on: true; onTapped: review.tap("done") }
    }
}
