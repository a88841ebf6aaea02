// A page that is created when it is first shown, and kept.
import QtQuick

Loader {
    property bool wanted: false
    active: false
    visible: wanted
    onWantedChanged: if (wanted) active = true
}
