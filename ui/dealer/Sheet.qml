// A page over the table: choices, a number, a PIN, a card, or the shift summary.
import QtQuick
import "../common"

Rectangle {
    id: sheet
    property var page: ({})
    signal asked(string what)
    readonly property real margin: 26 * Theme.u
    color: Theme.panel
    Accessible.role: Accessible.Dialog
    Accessible.name: page.title || ""
    objectName: "sheet"

    Item {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: sheet.margin; topMargin: 8 * Theme.u }
        height: sheet.page.kind === "sign" ? 0 : (sheet.page.hint ? 104 : 64) * Theme.u
        visible: height > 0
        Fitted {
            id: title
            width: parent.width
            height: 62 * Theme.u
            horizontalAlignment: Text.AlignLeft
            text: sheet.page.title || ""
            size: Theme.glance
            least: 20
            font.bold: true
        }
        Fitted {
            y: 62 * Theme.u
            width: parent.width
            height: 42 * Theme.u
            visible: text !== ""
            horizontalAlignment: Text.AlignLeft
            text: sheet.page.hint || ""
            size: 28
            font.bold: !!sheet.page.complains
            color: sheet.page.complains ? Theme.lose : Theme.faint
        }
    }
    Loader {
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; margins: sheet.page.kind === "card" ? 9 * Theme.u : sheet.margin; topMargin: 8 * Theme.u; bottomMargin: 18 * Theme.u }
        sourceComponent: ({ choices: choices, number: number, sign: sign, card: card, confirm: confirm, reports: reports, table: table, rule: rule, legend: legend })[sheet.page.kind] || null
    }
    Component { id: choices; Choices { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: number; Numbers { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: sign; Signature { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: card; Cards { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: confirm; Confirm { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: rule; RuleText { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: legend; Legend { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: reports; Reports { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
    Component { id: table; Rows { page: sheet.page; onAsked: (what) => sheet.asked(what) } }
}
