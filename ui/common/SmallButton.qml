// A smaller button for rarer actions.
import QtQuick

BigButton {
    implicitHeight: Theme.secondary
    size: Theme.body
    radius: 14 * Theme.u
}
