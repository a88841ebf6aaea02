// The shape that goes with an outcome's colour: up, down, diamond, half disc, square, disc, barred ring, speech bubble.
// The shape that goes with an outcome's colour or with a group of reports; each is drawn in a square of 24.
import QtQuick
import QtQuick.Shapes

Shape {
    property string name: "disc"
    property color color: Theme.ink
    property real size: 24 * Theme.u
    implicitWidth: size
    implicitHeight: size
    width: size
    height: size
    readonly property var paths: ({
        up: "M 12 2 L 23 21 L 1 21 Z",
        down: "M 12 22 L 1 3 L 23 3 Z",
        diamond: "M 12 1 L 23 12 L 12 23 L 1 12 Z",
        half: "M 12 2 A 10 10 0 1 0 12 22 Z M 12 2 A 10 10 0 0 1 12 22 L 12 20 A 8 8 0 0 0 12 4 Z",
        square: "M 3 3 L 21 3 L 21 21 L 3 21 Z",
        disc: "M 12 3 A 9 9 0 1 1 11.99 3 Z",
        left: "M 2 12 L 21 2 L 21 22 Z",
        right: "M 22 12 L 3 2 L 3 22 Z",
        barred: "M 12 1 A 11 11 0 1 1 11.99 1 Z M 12 5 A 7 7 0 1 0 12.01 5 Z M 5.5 15.5 L 15.5 5.5 L 18.5 8.5 L 8.5 18.5 Z",
        tick: "M 2 13 L 6 9 L 10 13 L 19 3 L 23 7 L 10 21 Z",
        speech: "M 3 3 L 21 3 Q 23 3 23 5 L 23 15 Q 23 17 21 17 L 12 17 L 6 23 L 6 17 L 3 17 Q 1 17 1 15 L 1 5 Q 1 3 3 3 Z",
        card: "M 5 1 L 19 1 L 21 3 L 21 21 L 19 23 L 5 23 L 3 21 L 3 3 Z M 12 6 L 17 12 L 12 18 L 7 12 Z",
        chip: "M 12 1 A 11 11 0 1 1 11.99 1 Z M 12 5 A 7 7 0 1 0 12.01 5 Z M 12 8 A 4 4 0 1 1 11.99 8 Z",
        person: "M 12 1 A 5.5 5.5 0 1 1 11.99 1 Z M 1 23 Q 1 14 12 14 Q 23 14 23 23 Z",
        payout: "M 2 6 L 13 6 L 13 1 L 22 9 L 13 17 L 13 12 L 2 12 Z M 2 19 L 22 19 L 22 23 L 2 23 Z",
        device: "M 1 8 L 7 2 L 23 2 L 23 22 L 1 22 Z M 5 11 L 5 18 L 14 18 L 14 11 Z M 17 11 L 17 18 L 20 18 L 20 11 Z",
        cross: "M 4 1 L 12 9 L 20 1 L 23 4 L 15 12 L 23 20 L 20 23 L 12 15 L 4 23 L 1 20 L 9 12 L 1 4 Z"
    })
    ShapePath {
        strokeWidth: -1
        fillColor: color
        scale: Qt.size(size / 24, size / 24)
        PathSvg { path: paths[name] || paths.disc }
    }
}
