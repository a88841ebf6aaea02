// A wager as a chip of its own shape and colour: round, hexagon for a tie, square for a war, octagon for a progressive,
// slanted for a bonus, a trapezoid for a toke. Yellow is tie and war. A settled wager is an outline with its text dimmed.
import QtQuick
import QtQuick.Shapes

Item {
    id: chip
    objectName: "chip"
    property string kind: "main"
    property string amount: ""
    property string bettor: ""
    property real unit: Theme.u
    property real room: 200 * unit
    property bool settled: false
    // A wager of the last round, which the closing call takes again.
    property bool past: false
    readonly property bool main: kind === "main"
    // The dealer's own chips, a tie wager on a war and a coupon are only outlined, as beside the wager that they belong to.
    readonly property bool hollow: settled || past || ["matched", "war_tie", "coupon"].includes(kind)
    readonly property color tone: ({ main: Theme.chip, tie: Theme.tie, war: Theme.tie, war_tie: Theme.tie, matched: Theme.tie, progressive: Theme.side, envy: Theme.side, bonus: Theme.side })[kind] || Theme.faint
    readonly property color rim: settled || past ? Theme.line : main ? Theme.chipInk : tone
    readonly property color ink: settled || past ? Theme.faint : hollow ? Theme.ink : main ? Theme.chipInk : Theme.onBright
    readonly property real slant: ({ tie: 12, war_tie: 12, progressive: 9, envy: 9, bonus: 10, toke: 9 })[kind] * unit || 0
    height: (main && bettor === "" ? 48 : 38) * unit
    width: Math.min(room, Math.max(main && bettor === "" ? 64 * unit : 44 * unit, row.width + (main ? 18 : 14) * unit + slant))

    function corners(w, h) {
        const s = slant
        switch (kind) {
        case "tie":
        case "war_tie":
            return [[s, 0], [w - s, 0], [w, h / 2], [w - s, h], [s, h], [0, h / 2]]
        case "progressive":
        case "envy":
            return [[s, 0], [w - s, 0], [w, s], [w, h - s], [w - s, h], [s, h], [0, h - s], [0, s]]
        case "bonus":
            return [[s, 0], [w, 0], [w - s, h], [0, h]]
        case "toke":
            return [[s, 0], [w - s, 0], [w, h], [0, h]]
        default:
            return [[0, 0], [w, 0], [w, h], [0, h]]
        }
    }
    Rectangle {
        visible: chip.main
        anchors.fill: parent
        radius: height / 2
        color: chip.hollow ? "transparent" : chip.tone
        border.color: chip.rim
        border.width: 3 * chip.unit
    }
    Shape {
        visible: !chip.main
        anchors.fill: parent
        ShapePath {
            strokeWidth: 3 * chip.unit
            strokeColor: chip.rim
            strokeStyle: chip.kind === "coupon" ? ShapePath.DashLine : ShapePath.SolidLine
            joinStyle: ShapePath.MiterJoin
            fillColor: chip.hollow ? "transparent" : chip.tone
            PathSvg { path: "M " + chip.corners(chip.width, chip.height).map(corner => corner.join(" ")).join(" L ") + " Z" }
        }
    }
    Row {
        id: row
        anchors.centerIn: parent
        spacing: 6 * chip.unit
        FeltWords { visible: chip.bettor !== ""; unit: chip.unit; text: chip.bettor; color: chip.ink }
        FeltWords {
            unit: chip.unit
            text: chip.amount
            color: chip.ink
            font.strikeout: chip.settled
            font.italic: chip.past
        }
    }
}
