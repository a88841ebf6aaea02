// One spot of the layout: circle, cards as they lie, wagers, how each hand stands.
import QtQuick

Item {
    id: place
    property var spot: ({ spot: 0, cards: [], bettors: [], lit: false, says: "" })
    property real size: 112 * Theme.u
    property bool fourColours: false
    signal tapped()
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
        border.width: place.spot.lit ? 6 * Theme.u : 1
    }
    Item {
        id: cards
        readonly property real each: place.size * 0.52
        readonly property int count: place.spot.cards.length
        width: each + (count > 1 ? each * 0.62 : 0)
        height: each * 1.42
        anchors.centerIn: parent
        Repeater {
            model: cards.count
            CardFace {
                required property int index
                readonly property var it: place.spot.cards[index] || ({ rank: "", suit: "" })
                cardWidth: cards.each
                x: index * cards.each * 0.62
                rank: it.rank
                suit: it.suit
                fourColours: place.fourColours
            }
        }
    }
    Column {
        anchors.horizontalCenter: parent.horizontalCenter
        y: parent.height + 2 * Theme.u
        spacing: 2 * Theme.u
        Row {
            anchors.horizontalCenter: parent.horizontalCenter
            spacing: 6 * Theme.u
            Words {
                text: place.spot.spot
                size: 24
                font.bold: true
                color: place.spot.lit ? Theme.tie : Theme.faint
            }
            Words {
                visible: place.spot.bettors.length > 0
                text: place.spot.bettors.length === 1 ? place.spot.bettors[0].wager : ""
                size: 24
                font.bold: true
                wrapMode: Text.NoWrap
            }
        }
        Repeater {
            model: place.spot.bettors.length
            Row {
                required property int index
                readonly property var it: place.spot.bettors[index] || ({ name: "", wager: "", outcome: "", word: "", shape: "" })
                anchors.horizontalCenter: parent.horizontalCenter
                spacing: 4 * Theme.u
                Words {
                    visible: place.spot.bettors.length > 1
                    text: it.name + " " + it.wager
                    size: 18
                    wrapMode: Text.NoWrap
                    anchors.verticalCenter: parent.verticalCenter
                }
                Outcome {
                    outcome: it.outcome
                    word: it.word
                    shape: it.shape
                }
            }
        }
    }
}
