// Colours and sizes of all screens. Sizes are in units of a 10.1 inch panel with 1280 x 800 pixels; `u` scales them.
pragma Singleton
import QtQuick

QtObject {
    property bool dark: true
    property real width: 1280
    property real height: 800
    property real textScale: 1.0
    property bool upright: height > width
    property real u: Math.max(0.25, upright ? Math.min(width / 800, height / 1280) : Math.min(width / 1280, height / 800))
    property string family: "Source Sans Pro"

    // 20, 15, 9 and 8 mm of the panel.
    readonly property real primary: 118 * u
    readonly property real secondary: 89 * u
    readonly property real least: 53 * u
    readonly property real gap: 47 * u

    function text(size) { return size * u * textScale }

    readonly property color bar: dark ? "#101918" : "#e8ece9"
    readonly property color panel: dark ? "#17201f" : "#f7f8f6"
    readonly property color felt: dark ? "#123c34" : "#cfe6dc"
    readonly property color band: dark ? "#1d4a40" : "#b9dacd"
    readonly property color circle: dark ? "#0c2b25" : "#e4f2ec"
    readonly property color ink: dark ? "#f5f2ea" : "#14201d"
    readonly property color faint: dark ? "#a9bdb5" : "#40554d"
    readonly property color button: dark ? "#22322f" : "#d5dedb"
    readonly property color line: dark ? "#4d625c" : "#7c918a"
    readonly property color stop: dark ? "#2a1012" : "#fbe3dd"

    // Okabe-Ito, lighter on dark, deeper on light; never alone: a word and a shape go with each.
    readonly property color win: dark ? "#2fd39b" : "#00795a"
    readonly property color lose: dark ? "#ff7f4d" : "#b34700"
    readonly property color tie: dark ? "#f0e442" : "#6b6200"
    readonly property color surrender: dark ? "#56b4e9" : "#005f99"
    readonly property color warn: dark ? "#e69f00" : "#8a5a00"
    readonly property color onBright: dark ? "#0b1513" : "#ffffff"

    function ofOutcome(name) {
        return ({ win: win, war_won: win, war_tied: tie, lose: lose, war_lost: lose, tie: tie, war: tie,
                  surrender: surrender, void: faint })[name] || faint
    }
}
