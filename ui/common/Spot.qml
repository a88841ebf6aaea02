// One spot of the layout: circle, cards, wagers, and the result of each hand.
import QtQuick

Item {
    id: place
    property var spot: ({ spot: 0, cards: [], bettors: [], lit: false, says: "" })
    property real size: 112 * Theme.u
    // The distance that texts may extend to each side before they meet a neighbour or the rim.
    property real room: size
    readonly property bool alone: spot.bettors.length === 1
    // Wagers of the last round, which the call takes again: dimmed, and named in the empty circle.
    readonly property bool past: !!spot.stands
    // Under a shared spot there is no room for larger texts.
    readonly property real scaling: spot.bettors.length > 1 ? Math.min(1, Theme.textScale) : Theme.textScale
    readonly property real extent: beneath.y + beneath.height
    width: size
    height: size
    Accessible.role: Accessible.StaticText
    Accessible.name: spot.says
    objectName: "spot " + spot.spot

    Rectangle {
        anchors.fill: parent
        radius: width / 2
        color: Theme.circle
        border.color: place.spot.lit ? Theme.tie : Theme.line
        border.width: place.spot.lit ? 6 * Theme.u : 1.5 * Theme.u
    }
    Fitted {
        visible: place.past && cards.count === 0
        anchors { fill: parent; margins: place.size * 0.16 }
        text: place.spot.stands || ""
        size: 22
        least: 11
        font.italic: true
        color: Theme.faint
    }
    Item {
        id: cards
        readonly property int count: place.spot.cards.length
        readonly property real each: place.size * (count > 1 ? 0.46 : 0.52)
        width: each + (count - 1) * each * 0.86
        height: each * 1.42
        anchors.centerIn: parent
        Repeater {
            model: cards.count
            CardFace {
                required property int index
                readonly property var it: place.spot.cards[index] || ({ rank: "", suit: "" })
                cardWidth: cards.each
                x: index * cards.each * 0.86
                rank: it.rank
                suit: it.suit
                keyed: !!it.keyed
            }
        }
    }
    Column {
        id: beneath
        width: place.room
        anchors.horizontalCenter: parent.horizontalCenter
        y: parent.height + 2 * Theme.u
        spacing: 2 * Theme.u
        Fitted {
            width: parent.width
            height: 32 * Theme.u * place.scaling
            wrapMode: Text.NoWrap
            text: place.alone ? place.spot.spot + "  ·  " + place.spot.bettors[0].wager : place.spot.spot
            size: 25
            least: 12
            font.bold: true
            font.strikeout: place.alone && place.spot.bettors[0].settled
            font.italic: place.past
            color: place.spot.lit ? Theme.tie : place.alone && !place.spot.bettors[0].settled && !place.past ? Theme.ink : Theme.faint
        }
        Repeater {
            model: place.spot.bettors.length
            Column {
                id: bettor
                required property int index
                readonly property var it: place.spot.bettors[index] || ({ name: "", wager: "", amount: "", beside: [], outcome: "", word: "", shape: "", settled: false, lit: false })
                width: place.room
                Fitted {
                    visible: !place.alone
                    width: parent.width
                    height: visible ? 24 * Theme.u * place.scaling : 0
                    text: [bettor.it.name + " · " + bettor.it.amount, ...bettor.it.beside].join(" + ")
                    size: 19
                    least: 11
                    font.bold: bettor.it.lit
                    font.strikeout: bettor.it.settled
                    font.italic: place.past
                    color: bettor.it.lit ? Theme.tie : bettor.it.settled || place.past ? Theme.faint : Theme.ink
                    wrapMode: Text.NoWrap
                }
                Repeater {
                    model: place.alone ? bettor.it.beside.length : 0
                    Fitted {
                        required property int index
                        width: place.room
                        height: 23 * Theme.u * Theme.textScale
                        text: bettor.it.beside[index] || ""
                        size: 20
                        least: 11
                        font.italic: place.past
                        color: place.past ? Theme.faint : Theme.ink
                        wrapMode: Text.NoWrap
                    }
                }
                Outcome {
                    anchors.horizontalCenter: parent.horizontalCenter
                    room: place.room
                    outcome: bettor.it.outcome
                    word: bettor.it.word
                    shape: bettor.it.shape
                    past: bettor.it.settled && !bettor.it.lit
                    scaling: place.scaling
                }
            }
        }
    }
}
