// A single-line text field.
import QtQuick
import "../common"

Rectangle {
    id: box
    property string name: ""
    property string says: ""
    property string hint: ""
    property string value: ""
    property bool tabbed: false
    readonly property bool target: true
    signal entered(string text)
    signal accepted()
    function take() { input.forceActiveFocus(); input.selectAll() }
    onValueChanged: if (input.text !== value) input.text = value
    height: Theme.least
    radius: 10 * Theme.u
    color: Theme.bar
    border.color: input.activeFocus ? Theme.tie : Theme.line
    border.width: input.activeFocus ? 3 * Theme.u : 1
    objectName: "field " + name
    Accessible.role: Accessible.EditableText
    Accessible.name: says
    Words {
        anchors { fill: parent; leftMargin: 12 * Theme.u; rightMargin: 8 * Theme.u }
        visible: input.text === ""
        text: box.hint
        size: 18
        color: Theme.faint
        verticalAlignment: Text.AlignVCenter
        fontSizeMode: Text.Fit
        minimumPixelSize: Math.round(12 * Theme.u)
        wrapMode: Text.NoWrap
    }
    TextInput {
        id: input
        activeFocusOnTab: box.tabbed
        anchors { fill: parent; leftMargin: 12 * Theme.u; rightMargin: 8 * Theme.u }
        clip: true
        color: Theme.ink
        font.family: Theme.family
        font.pixelSize: Theme.text(21)
        verticalAlignment: TextInput.AlignVCenter
        selectByMouse: true
        selectionColor: Theme.surrender
        selectedTextColor: Theme.onBright
        Component.onCompleted: text = box.value
        onTextEdited: box.entered(text)
        onAccepted: { focus = box.tabbed; box.accepted() }
        Keys.onDownPressed: if (!box.tabbed) focus = false
    }
}
