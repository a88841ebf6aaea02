// The table from the dealer's side: spot 1 at the left, the middle spot farthest away, the dealer's cards in front.
import QtQuick
import QtQuick.Shapes

Rectangle {
    id: felt
    property var spots: []
    property var dealerCards: []
    property string direction: ""
    property string directionWords: ""
    // Numbers of spots that may be tapped now; 0 is the dealer's place.
    property var choosable: []
    signal spotTapped(int spot)
    property real offered: 0
    onChoosableChanged: offered = choosable.length ? touches.now() : 0
    color: Theme.felt
    clip: true
    readonly property real pitch: (width - 16 * Theme.u) / Math.max(1, spots.length)
    readonly property real spotSize: Math.min(112 * Theme.u, pitch * 0.92)
    // A low felt, as in the review window, has a smaller dealer's card, because the texts under the spots need the
    // room.
    readonly property real ownCard: Math.min(80 * Theme.u, height * 0.18)
    readonly property real rim: 20 * Theme.u
    readonly property real sag: Math.max(0, Math.min(height * 0.26, 150 * Theme.u, height - spotSize - 150 * Theme.u - rim))

    Shape {
        anchors.fill: parent
        ShapePath {
            strokeWidth: -1
            fillColor: Theme.band
            startX: 0; startY: felt.rim + felt.sag + 40 * Theme.u
            PathQuad { x: felt.width; y: felt.rim + felt.sag + 40 * Theme.u; controlX: felt.width / 2; controlY: felt.rim - felt.sag - 20 * Theme.u }
            PathLine { x: felt.width; y: felt.rim + felt.sag + 250 * Theme.u }
            PathQuad { x: 0; y: felt.rim + felt.sag + 250 * Theme.u; controlX: felt.width / 2; controlY: felt.rim + felt.sag + 20 * Theme.u }
        }
    }
    Repeater {
        model: felt.spots.length
        Spot {
            required property int index
            readonly property real t: felt.spots.length > 1 ? index / (felt.spots.length - 1) : 0.5
            spot: felt.spots[index] || ({ spot: 0, cards: [], bettors: [], lit: false, says: "" })
            size: felt.spotSize
            room: felt.pitch - 4 * Theme.u
            x: 8 * Theme.u + felt.pitch * (index + 0.5) - size / 2
            y: felt.rim + felt.sag * Math.pow(2 * t - 1, 2)
            Place {
                anchors.fill: parent
                place: parent.spot.spot
                offered: felt.choosable.includes(place)
                since: felt.offered
                onTapped: felt.spotTapped(place)
            }
        }
    }
    Row {
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: 10 * Theme.u }
        spacing: 10 * Theme.u
        Accessible.role: Accessible.StaticText
        Accessible.name: Theme.say("Dealer, %1").arg(felt.dealerCards.length ? felt.dealerCards.map(card => card.says).join(", ") : Theme.say("no card"))
        objectName: "dealer"
        Words {
            anchors.verticalCenter: parent.verticalCenter
            text: Theme.say("Dealer")
            size: 22
            color: Theme.faint
            wrapMode: Text.NoWrap
        }
        Repeater {
            model: felt.dealerCards.length
            CardFace {
                required property int index
                readonly property var it: felt.dealerCards[index] || ({ rank: "", suit: "" })
                cardWidth: Math.min(felt.ownCard, felt.width / (felt.dealerCards.length + 4))
                rank: it.rank
                suit: it.suit
                keyed: !!it.keyed
            }
        }
        Place {
            visible: felt.choosable.includes(0)
            width: visible ? 118 * Theme.u : 0
            height: felt.ownCard * 1.42
            place: 0
            offered: visible
            since: felt.offered
            onTapped: felt.spotTapped(0)
        }
        Rectangle {
            visible: felt.dealerCards.length === 0
            width: felt.ownCard
            height: 1.42 * width
            radius: 8 * Theme.u
            color: "transparent"
            border.color: Theme.line
            border.width: 2 * Theme.u
        }
    }
    Row {
        visible: felt.directionWords !== ""
        // In a corner of the arc, where no spot and no card lies.
        anchors { right: parent.right; top: parent.top; margins: 8 * Theme.u }
        spacing: 8 * Theme.u
        Glyph {
            name: felt.direction === "left_to_right" ? "right" : "left"
            color: Theme.ink
            size: 30 * Theme.u
            anchors.verticalCenter: parent.verticalCenter
        }
        Fitted {
            text: felt.directionWords
            size: 23
            width: Math.min(implicitWidth, 1.55 * felt.pitch)
            height: 34 * Theme.u
            wrapMode: Text.NoWrap
            anchors.verticalCenter: parent.verticalCenter
        }
    }
}
