// Text that shrinks until it fits its box, down to the smallest readable size.
import QtQuick

Words {
    property real least: 15
    fontSizeMode: Text.Fit
    minimumPixelSize: Math.round(least * Theme.u)
    horizontalAlignment: Text.AlignHCenter
    verticalAlignment: Text.AlignVCenter
}
