// The school's screen: a page of tiles, a name, an exercise beside the felt, or a result. Every page says TRAINING.
import QtQuick
import "../common"
import "../dealer"

Rectangle {
    id: screen
    color: Theme.bar
    readonly property var now: school.now
    Look { style: school.style }

    TopBar {
        id: top
        width: parent.width
        table: screen.now.top
    }
    Loader {
        anchors { left: parent.left; right: parent.right; top: top.bottom; bottom: parent.bottom }
        sourceComponent: screen.now.page === "exercise" ? exercise : screen.now.page === "result" ? result : screen.now.page === "name" ? name : tiles
    }
    Component { id: exercise; ExercisePage { now: screen.now; onAsked: (what) => school.tap(what) } }
    Component { id: result; ResultPage { now: screen.now; onAsked: (what) => school.tap(what) } }
    Component { id: name; NamePage { now: screen.now; onAsked: (what) => school.tap(what) } }
    Component { id: tiles; TilesPage { now: screen.now; onAsked: (what) => school.tap(what) } }
}
