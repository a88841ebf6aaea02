// The same for what is wanted less often.
import QtQuick

BigButton {
    implicitHeight: Theme.secondary
    size: 27
    radius: 14 * Theme.u
}
