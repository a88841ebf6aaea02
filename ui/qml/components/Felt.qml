// The table as the dealer sees it: spot 1 at the left, the middle spot farthest away, the dealer's cards in front.
import QtQuick
import QtQuick.Shapes

Rectangle {
    id: felt
    property var spots: []
    property var dealerCards: []
    property string direction: ""
    property string directionWords: ""
    property string mark: ""
    property bool fourColours: false
    color: Theme.felt
    clip: true
    readonly property real spotSize: Math.min(112 * Theme.u, width / Math.max(1, spots.length) * 0.92)
    readonly property real span: width - spotSize - 28 * Theme.u
    readonly property real rim: 26 * Theme.u
    readonly property real sag: Math.min(height * 0.24, 150 * Theme.u)

    Shape {
        anchors.fill: parent
        ShapePath {
            strokeWidth: -1
            fillColor: Theme.band
            startX: 0; startY: felt.rim + felt.sag + 40 * Theme.u
            PathQuad { x: felt.width; y: felt.rim + felt.sag + 40 * Theme.u; controlX: felt.width / 2; controlY: felt.rim - felt.sag - 20 * Theme.u }
            PathLine { x: felt.width; y: felt.rim + felt.sag + 260 * Theme.u }
            PathQuad { x: 0; y: felt.rim + felt.sag + 260 * Theme.u; controlX: felt.width / 2; controlY: felt.rim + felt.sag + 20 * Theme.u }
        }
    }
    Repeater {
        model: felt.spots.length
        Spot {
            required property int index
            readonly property real t: felt.spots.length > 1 ? index / (felt.spots.length - 1) : 0.5
            spot: felt.spots[index] || ({ spot: 0, cards: [], bettors: [], lit: false, says: "" })
            size: felt.spotSize
            fourColours: felt.fourColours
            x: 14 * Theme.u + felt.span * t
            y: felt.rim + felt.sag * Math.pow(2 * t - 1, 2)
        }
    }
    Column {
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: 12 * Theme.u
        spacing: 6 * Theme.u
        Accessible.role: Accessible.StaticText
        Accessible.name: felt.dealerCards.length ? felt.dealerCards.map(card => card.says).join(", ") : qsTr("Dealer, no card")
        objectName: "dealer"
        Words {
            anchors.horizontalCenter: parent.horizontalCenter
            text: qsTr("Dealer")
            size: 22
            color: Theme.faint
        }
        Row {
            anchors.horizontalCenter: parent.horizontalCenter
            spacing: 8 * Theme.u
            Repeater {
                model: felt.dealerCards.length
                CardFace {
                    required property int index
                    readonly property var it: felt.dealerCards[index] || ({ rank: "", suit: "" })
                    cardWidth: 84 * Theme.u
                    rank: it.rank
                    suit: it.suit
                    fourColours: felt.fourColours
                }
            }
            Rectangle {
                visible: felt.dealerCards.length === 0
                width: 84 * Theme.u
                height: 84 * 1.42 * Theme.u
                radius: 8 * Theme.u
                color: "transparent"
                border.color: Theme.line
                border.width: 2
            }
        }
    }
    Row {
        visible: felt.directionWords !== ""
        anchors { right: parent.right; bottom: parent.bottom; margins: 18 * Theme.u }
        spacing: 8 * Theme.u
        Glyph {
            name: felt.direction === "left_to_right" ? "right" : "left"
            color: Theme.faint
            size: 20 * Theme.u
            anchors.verticalCenter: parent.verticalCenter
        }
        Words { text: felt.directionWords; size: 22; color: Theme.faint; wrapMode: Text.NoWrap }
    }
    Rectangle {
        visible: felt.mark !== ""
        anchors { left: parent.left; bottom: parent.bottom; margins: 16 * Theme.u }
        width: markWords.width + 26 * Theme.u
        height: 40 * Theme.u
        radius: 8 * Theme.u
        color: Theme.warn
        Words {
            id: markWords
            anchors.centerIn: parent
            text: felt.mark
            size: 22
            font.bold: true
            color: Theme.onBright
            wrapMode: Text.NoWrap
        }
    }
}
