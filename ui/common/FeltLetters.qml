// The widths of words on a felt, shared by all its spots.
import QtQuick

QtObject {
    property real unit: Theme.u
    readonly property FontMetrics body: FontMetrics { font { family: Theme.family; bold: true; pixelSize: Theme.body * unit } }
    readonly property FontMetrics light: FontMetrics { font { family: Theme.family; pixelSize: Theme.body * unit } }
    readonly property FontMetrics glance: FontMetrics { font { family: Theme.family; bold: true; pixelSize: Theme.glance * unit } }
    // Reading the height makes a binding follow the font; a call alone does not.
    function wide(text) { return text === "" || !body.height ? 0 : body.advanceWidth(text) }
    function lightWide(text) { return text === "" || !light.height ? 0 : light.advanceWidth(text) }
    function glanceWide(text) { return text === "" || !glance.height ? 0 : glance.advanceWidth(text) }
}
