// A touch on a place of the felt. Each place counts as a key of a pad, so that several may follow each other quickly;
// palms, bouncing contacts, and a touch on a place that has only just become choosable do nothing.
import QtQuick

MouseArea {
    id: area
    property string name: ""
    // The time since which the place may be chosen.
    property real since: 0
    property real down: 0
    signal tapped()
    onPressed: down = touches.now()
    onClicked: {
        const meant = touches.meant(name, "key")
        if (meant && touches.was_read(since, down)) tapped()
    }
}
