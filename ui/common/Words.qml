// Text in the project's font and ink.
import QtQuick

Text {
    property real size: 24
    color: Theme.ink
    font.family: Theme.family
    font.pixelSize: Theme.text(size)
    wrapMode: Text.WordWrap
    textFormat: Text.PlainText
    // Position of the text within its box, from 0 to 1; the layout tests read it.
    readonly property real across: effectiveHorizontalAlignment === Text.AlignHCenter ? 0.5 : effectiveHorizontalAlignment === Text.AlignRight ? 1 : 0
    readonly property real down: verticalAlignment === Text.AlignVCenter ? 0.5 : verticalAlignment === Text.AlignBottom ? 1 : 0
    // True if the text may be cut off when there is no room.
    readonly property bool shortens: elide !== Text.ElideNone
    renderType: Text.NativeRendering
}
