// A place on the felt that may be tapped: outlined, with the rules of touch of every button.
import QtQuick

Rectangle {
    id: it
    property int place: 0
    property bool offered: false
    property real since: 0
    property real labelled: 0
    onSinceChanged: labelled = since
    readonly property bool target: offered
    signal tapped()
    visible: offered
    objectName: "place " + place
    radius: Math.min(width, height) / 2
    color: "transparent"
    border.color: Theme.focus
    border.width: 4 * Theme.u
    Accessible.role: Accessible.Button
    Accessible.name: place ? String(place) : Theme.say("Dealer")
    Accessible.onPressAction: if (offered) tapped()

    MouseArea {
        anchors.fill: parent
        enabled: it.offered
        property real down: 0
        onPressed: down = touches.now()
        onClicked: if (touches.meant(it.objectName, "") && touches.was_read(it.labelled, down)) it.tapped()
    }
}
