// A large button. It ignores palms and a second tap on a step within 300 ms; on a pad every press counts. A button that
// means another step from time to time also ignores a tap on a label that has only just changed.
import QtQuick

Rectangle {
    id: button
    property string text: ""
    property string under: ""
    property string glyph: ""
    property color tone: Theme.button
    property color ink: Theme.ink
    property bool outlined: false
    property bool chosen: false
    property real size: Theme.glance
    property string says: text
    property bool live: true
    // True if the label takes several lines rather than a smaller size.
    property bool wraps: false
    // "key" on a pad, "enter" for the key that ends typing, empty for a step.
    property string part: ""
    // The tap that a button of changing meaning sends; empty for a button that always means the same.
    property string act: ""
    // The tap that it sends, or what it does on its page.
    property string sends: act
    property real labelled: 0
    onActChanged: relabelled()
    onTextChanged: relabelled()
    onVisibleChanged: relabelled()
    onLiveChanged: relabelled()
    function relabelled() { if (act !== "") labelled = touches.now() }
    readonly property color letters: outlined ? tone : ink
    readonly property bool target: true
    signal tapped()
    objectName: "button " + says
    implicitHeight: Theme.primary
    radius: 18 * Theme.u
    color: outlined ? "transparent" : area.pressed ? Qt.darker(tone, 1.25) : tone
    border.color: chosen ? Theme.focus : outlined ? tone : Theme.line
    border.width: chosen ? 5 * Theme.u : outlined ? 3 * Theme.u : 1
    Accessible.role: Accessible.Button
    Accessible.name: under === "" ? says : says + ", " + under
    Accessible.onPressAction: if (live) tapped()

    Glyph {
        id: mark
        visible: button.glyph !== ""
        name: button.glyph
        color: button.letters
        size: 26 * Theme.u
        anchors { left: parent.left; leftMargin: 16 * Theme.u; verticalCenter: parent.verticalCenter }
    }
    Stepped {
        id: words
        anchors {
            fill: parent
            leftMargin: (mark.visible ? 50 : 5) * Theme.u
            rightMargin: 5 * Theme.u
            topMargin: 4 * Theme.u
            bottomMargin: beneath.visible ? beneath.height + 8 * Theme.u : 4 * Theme.u
        }
        text: button.text
        most: button.size
        // A sentence on a page of choices may be too long for any of the sizes.
        fontSizeMode: fitting ? Text.FixedSize : Text.Fit
        minimumPixelSize: Math.round(15 * Theme.u)
        elide: Text.ElideNone
        oneLine: !button.wraps
        wrapMode: Text.WordWrap
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        font.bold: true
        color: button.live ? button.letters : Theme.line
    }
    Fitted {
        id: beneath
        visible: button.under !== ""
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 8 * Theme.u }
        height: Math.min(30 * Theme.u * Theme.textScale, button.height * 0.4)
        text: button.under
        size: Theme.fine
        wrapMode: Text.NoWrap
        color: button.letters
    }
    MouseArea {
        id: area
        anchors.fill: parent
        enabled: button.live
        property real down: 0
        onPressed: down = touches.now()
        onClicked: {
            const meant = touches.meant(button.says, button.part)
            if (meant && (button.act === "" || touches.was_read(button.labelled, down))) button.tapped()
        }
    }
}
