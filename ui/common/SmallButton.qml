// A smaller button for rarer actions.
import QtQuick

BigButton {
    implicitHeight: Theme.secondary
    size: 27
    radius: 14 * Theme.u
}
