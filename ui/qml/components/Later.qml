// A page that is made when it is wanted for the first time, and stays.
import QtQuick

Loader {
    property bool wanted: false
    active: false
    visible: wanted
    onWantedChanged: if (wanted) active = true
}
