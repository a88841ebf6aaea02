// Colours and sizes of all screens. Sizes are in pixels of a 10.1 inch panel with 1280 x 800 pixels; `u` scales them.
pragma Singleton
import QtQuick

QtObject {
    property bool dark: true
    property bool left: false
    property bool fourColours: false
    // False: a card is drawn in its place at once, and nothing flashes.
    property bool motion: false
    property real width: 1280
    property real height: 800
    property real textScale: 1.0
    property bool upright: height > width
    property real u: Math.max(0.25, upright ? Math.min(width / 800, height / 1280) : Math.min(width / 1280, height / 800))
    property string family: "Source Sans Pro"

    // 20, 15, 9 and 8 mm on the panel.
    readonly property real primary: 118 * u
    readonly property real secondary: 89 * u
    readonly property real least: 53.5 * u
    readonly property real gap: 47.5 * u
    // The five type sizes. Capitals are two thirds as high: 18 px for `body`, the least that may lie on the felt.
    readonly property real fine: 22
    readonly property real body: 28
    readonly property real glance: 42
    readonly property real head: 56
    readonly property real amount: 76

    // Translations of the English texts into the language of the screen.
    property var words: ({})
    function say(text) { return words[text] || text }
    function text(size) { return size * u * textScale }

    readonly property color bar: dark ? "#101918" : "#e8ece9"
    readonly property color panel: dark ? "#17201f" : "#f7f8f6"
    readonly property color felt: dark ? "#123c34" : "#cfe6dc"
    readonly property color band: dark ? "#1d4a40" : "#b9dacd"
    readonly property color circle: dark ? "#0c2b25" : "#e4f2ec"
    readonly property color ink: dark ? "#f5f2ea" : "#14201d"
    readonly property color faint: dark ? "#b4c7c0" : "#33473f"
    readonly property color button: dark ? "#2a3d39" : "#d5dedb"
    readonly property color line: dark ? "#7b928b" : "#5b7069"
    readonly property color stop: dark ? "#2a1012" : "#fbe3dd"

    // The Okabe-Ito palette, lighter on dark and deeper on light. Each colour is always shown with a word and a
    // shape.
    readonly property color win: dark ? "#2fd39b" : "#006b50"
    readonly property color lose: dark ? "#ff8a5c" : "#9c3d00"
    readonly property color tie: dark ? "#f0e442" : "#5c5400"
    readonly property color surrender: dark ? "#6cc0f0" : "#00527f"
    // The ring of what is to be done now: white, and on a light screen the ink.
    readonly property color focus: dark ? "#ffffff" : "#0b1513"
    readonly property color warn: dark ? "#f0aa10" : "#744a00"
    // Chips on the felt: the main wager, side bets and a toke; tie and war are yellow.
    readonly property color chip: "#7d1f30"
    readonly property color chipInk: "#ffffff"
    readonly property color side: dark ? "#dda5cb" : "#6d2757"
    readonly property color onBright: dark ? "#0b1513" : "#ffffff"

    function suitInk(suit) {
        const inks = fourColours ? { s: "#14201d", h: "#b81a30", d: "#0b58a8", c: "#0a6a34" }
                                 : { s: "#14201d", h: "#b81a30", d: "#b81a30", c: "#14201d" }
        return inks[suit] || "#14201d"
    }
    function ofOutcome(name) {
        return ({ win: win, war_won: win, war_tied: tie, lose: lose, war_lost: lose, tie: tie, war: tie,
                  surrender: surrender, void: faint })[name] || faint
    }
}
