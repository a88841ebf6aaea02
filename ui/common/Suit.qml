// The four suits as paths, so that they do not depend on a font. The printed pages read the paths from this file.
import QtQuick
import QtQuick.Shapes

Shape {
    property string suit: "s"
    property color color: "#14201d"
    property real size: 24
    width: size
    height: size
    readonly property var paths: ({
        s: "M 50 5 C 58 28 92 42 92 66 C 92 88 64 92 55 74 C 56 86 60 92 66 96 L 34 96 C 40 92 44 86 45 74 C 36 92 8 88 8 66 C 8 42 42 28 50 5 Z",
        h: "M 50 94 C 40 74 6 58 6 32 C 6 4 42 2 50 26 C 58 2 94 4 94 32 C 94 58 60 74 50 94 Z",
        d: "M 50 3 L 86 50 L 50 97 L 14 50 Z",
        c: "M 50 4 C 72 4 78 26 66 40 C 82 32 98 44 94 62 C 90 80 66 82 55 68 C 56 84 60 92 66 96 L 34 96 C 40 92 44 84 45 68 C 34 82 10 80 6 62 C 2 44 18 32 34 40 C 22 26 28 4 50 4 Z"
    })
    ShapePath {
        strokeWidth: -1
        fillColor: color
        scale: Qt.size(size / 100, size / 100)
        PathSvg { path: paths[suit] || "" }
    }
}
