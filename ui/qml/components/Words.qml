// Text in the font and ink of the house.
import QtQuick

Text {
    property real size: 24
    color: Theme.ink
    font.family: Theme.family
    font.pixelSize: Theme.text(size)
    wrapMode: Text.WordWrap
    textFormat: Text.PlainText
    // Where in its box the ink lies, from 0 to 1; for whoever looks after the layout.
    readonly property real across: effectiveHorizontalAlignment === Text.AlignHCenter ? 0.5 : effectiveHorizontalAlignment === Text.AlignRight ? 1 : 0
    readonly property real down: verticalAlignment === Text.AlignVCenter ? 0.5 : verticalAlignment === Text.AlignBottom ? 1 : 0
    // A name that may lose its end where there is no room.
    readonly property bool shortens: elide !== Text.ElideNone
    renderType: Text.NativeRendering
}
