// Text in the font and ink of the house.
import QtQuick

Text {
    property real size: 24
    color: Theme.ink
    font.family: Theme.family
    font.pixelSize: Theme.text(size)
    wrapMode: Text.WordWrap
    textFormat: Text.PlainText
    renderType: Text.NativeRendering
}
