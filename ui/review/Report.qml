// The day's report over the window: texts, charts and tables as on paper.
import QtQuick
import "../common"

Rectangle {
    id: shade
    readonly property var page: report.page
    readonly property real margin: 28 * Theme.u
    color: Theme.bar
    Accessible.role: Accessible.Dialog
    Accessible.name: page.title
    objectName: "report"
    MouseArea { anchors.fill: parent }
    Component.onCompleted: close.forceActiveFocus()
    Connections {
        target: report
        function onScrolled(tenths) {
            body.contentY = Math.max(0, Math.min(body.contentHeight - body.height, body.contentY + tenths * body.height / 10))
        }
    }
    Column {
        id: top
        anchors { left: parent.left; right: days.left; top: parent.top; margins: shade.margin; topMargin: 16 * Theme.u }
        spacing: 4 * Theme.u
        Words { width: parent.width; text: shade.page.title; size: 30; font.bold: true; objectName: "report title" }
        Words { width: parent.width; text: shade.page.about; size: 18; color: Theme.faint; objectName: "report about" }
    }
    Row {
        id: days
        anchors { right: parent.right; top: parent.top; margins: shade.margin; topMargin: 16 * Theme.u }
        spacing: 10 * Theme.u
        Chip { tabbed: true; width: Theme.least; glyph: "left"; says: Theme.say("The day before"); onTapped: report.tap("day -1") }
        Chip { tabbed: true; width: Theme.least; glyph: "right"; says: Theme.say("The day after"); onTapped: report.tap("day 1") }
    }
    Flickable {
        id: body
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: foot.top; margins: shade.margin; topMargin: 12 * Theme.u; bottomMargin: 12 * Theme.u }
        clip: true
        contentHeight: all.height
        boundsBehavior: Flickable.StopAtBounds
        objectName: "report body"
        Column {
            id: all
            width: parent.width
            spacing: 18 * Theme.u
            Column {
                width: parent.width
                spacing: 4 * Theme.u
                Repeater {
                    model: shade.page.files.length
                    Words {
                        required property int index
                        width: all.width
                        text: shade.page.files[index] || ""
                        size: 18
                        color: Theme.faint
                        objectName: "report file " + index
                    }
                }
            }
            Repeater {
                model: shade.page.sections.length
                Column {
                    id: section
                    required property int index
                    readonly property var one: shade.page.sections[index] || ({ title: "", words: [], charts: [], tables: [] })
                    width: all.width
                    spacing: 8 * Theme.u
                    Words { width: parent.width; text: section.one.title; size: 24; font.bold: true }
                    Repeater {
                        model: section.one.words.length
                        Words { required property int index; width: section.width; text: section.one.words[index] || ""; size: 19 }
                    }
                    Repeater {
                        model: section.one.charts.length
                        Chart {
                            required property int index
                            width: section.width
                            height: heightFor(width)
                            chart: section.one.charts[index] || null
                            theme: Theme.dark ? "dark" : "light"
                            textSize: Theme.text(17)
                            objectName: "chart " + section.index + " " + index
                            onTextSizeChanged: height = Qt.binding(() => heightFor(width))
                        }
                    }
                    Repeater {
                        model: section.one.tables.length
                        Figures {
                            required property int index
                            width: section.width
                            table: section.one.tables[index] || null
                            objectName: "table " + section.index + " " + index
                        }
                    }
                }
            }
        }
    }
    Words {
        anchors { left: parent.left; right: foot.left; verticalCenter: foot.verticalCenter; margins: shade.margin }
        text: shade.page.notice
        size: 19
        objectName: "report notice"
    }
    Row {
        id: foot
        anchors { right: parent.right; bottom: parent.bottom; margins: shade.margin; bottomMargin: 18 * Theme.u }
        spacing: 14 * Theme.u
        Chip { tabbed: true; width: 170 * Theme.u; height: 66 * Theme.u; text: Theme.say("Export PDF"); onTapped: report.tap("export pdf") }
        Chip { tabbed: true; width: 170 * Theme.u; height: 66 * Theme.u; text: Theme.say("Export CSV"); onTapped: report.tap("export csv") }
        Chip { id: close; tabbed: true; width: 150 * Theme.u; height: 66 * Theme.u; text: Theme.say("CLOSE"); onTapped: report.tap("close") }
    }
}
