// Text that becomes smaller until it fits its box, and never smaller than can be read.
import QtQuick

Words {
    property real least: 15
    fontSizeMode: Text.Fit
    minimumPixelSize: Math.round(least * Theme.u)
    horizontalAlignment: Text.AlignHCenter
    verticalAlignment: Text.AlignVCenter
}
