// The same for what is wanted less often.
import QtQuick

BigButton {
    implicitHeight: Theme.secondary
    size: 28
    radius: 16 * Theme.u
}
