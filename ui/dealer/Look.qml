// Passes the size of the window and the settings to the theme.
import QtQuick
import "../common"

Item {
    id: look
    property var style: ({})
    visible: false
    anchors.fill: parent
    Binding { target: Theme; property: "width"; value: look.width; when: look.width > 0 }
    Binding { target: Theme; property: "height"; value: look.height; when: look.height > 0 }
    Binding { target: Theme; property: "dark"; value: look.style.dark }
    Binding { target: Theme; property: "left"; value: look.style.left }
    Binding { target: Theme; property: "textScale"; value: look.style.scale }
    Binding { target: Theme; property: "words"; value: look.style.words }
    Binding { target: Theme; property: "fourColours"; value: look.style.fourColours }
    Binding { target: Theme; property: "motion"; value: look.style.motion }
}
