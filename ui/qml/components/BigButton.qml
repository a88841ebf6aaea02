// A button that a thumb cannot miss. A second tap within 300 ms and a palm do nothing.
import QtQuick

Rectangle {
    id: button
    property string text: ""
    property string under: ""
    property color tone: Theme.button
    property color ink: Theme.ink
    property bool outlined: false
    property real size: 44
    property string says: text
    property bool live: true
    signal tapped()
    objectName: "button " + says
    implicitHeight: Theme.primary
    radius: 20 * Theme.u
    color: outlined ? "transparent" : tone
    border.color: outlined ? tone : "transparent"
    border.width: outlined ? 3 * Theme.u : 0
    opacity: live ? (area.pressed ? 0.75 : 1) : 0.4
    Accessible.role: Accessible.Button
    Accessible.name: under === "" ? says : says + ", " + under
    Accessible.onPressAction: if (live) tapped()

    Column {
        anchors.centerIn: parent
        width: parent.width - 24 * Theme.u
        spacing: 2 * Theme.u
        Words {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: button.text
            size: button.size
            minimumPixelSize: Theme.text(20)
            fontSizeMode: Text.Fit
            height: Math.min(implicitHeight, button.height * (button.under === "" ? 0.9 : 0.62))
            maximumLineCount: 2
            font.bold: true
            color: button.outlined ? button.tone : button.ink
        }
        Words {
            visible: button.under !== ""
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: button.under
            size: 20
            color: button.outlined ? button.tone : button.ink
            wrapMode: Text.NoWrap
            elide: Text.ElideRight
        }
    }
    MouseArea {
        id: area
        anchors.fill: parent
        enabled: button.live
        onClicked: if (touches.allows()) button.tapped()
    }
}
