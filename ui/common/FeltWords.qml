// Text on the felt: of the size `body` or larger, and never shrunk. What does not fit is laid out otherwise.
import QtQuick

Text {
    // Pixels of the felt for one pixel of its design.
    property real unit: Theme.u
    property real size: Theme.body
    color: Theme.ink
    font.family: Theme.family
    font.pixelSize: size * unit
    font.bold: true
    textFormat: Text.PlainText
    readonly property bool onFelt: true
    readonly property real across: effectiveHorizontalAlignment === Text.AlignHCenter ? 0.5 : effectiveHorizontalAlignment === Text.AlignRight ? 1 : 0
    readonly property real down: verticalAlignment === Text.AlignVCenter ? 0.5 : verticalAlignment === Text.AlignBottom ? 1 : 0
}
