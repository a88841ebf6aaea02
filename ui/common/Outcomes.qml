// The settlement lines of one wager, beneath each other.
import QtQuick

Column {
    id: wager
    property var chip: ({ kind: "main", outcomes: [] })
    property string bettor: ""
    property real unit: Theme.u
    property real room: 120 * unit
    property bool large: false
    // The widths of words, from FeltLetters.qml.
    property var letters
    // How much the spot says less, as Spot.qml has it.
    property int dense: 0
    // The only position in the order that is shown; 0 for all.
    property int only: 0
    readonly property var shown: chip.outcomes.filter(outcome => only === 0 || outcome.order === only)
    visible: shown.length > 0
    spacing: 5 * unit
    Repeater {
        // The first line is there before it is needed, because making it takes longer than filling it.
        model: Math.max(1, wager.shown.length)
        Outcome {
            required property int index
            visible: index < wager.shown.length
            it: wager.shown[index] || ({ word: "", amount: "", tone: "", shape: "", order: 0, settled: false })
            unit: wager.unit
            room: wager.room
            bettor: wager.bettor
            kind: wager.chip.kind
            large: wager.large
            terse: wager.dense > 1 || wager.dense === 1 && it.settled
            letters: wager.letters
        }
    }
}
