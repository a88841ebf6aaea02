// The table from the dealer's side: spot 1 at the left, the middle spot farthest away, the dealer's cards in front.
// Everything that a dealer needs to settle lies here: cards, chips, amounts and their order, burns, rack, cards aside.
import QtQuick
import QtQuick.Shapes

Rectangle {
    id: felt
    objectName: "felt"
    property var spots: []
    property var dealerCards: []
    property bool dealerLit: false
    property string warCards: "adjacent"
    // For each burn that is due, or was the last thing to happen: true if it lies in the rack.
    property var burns: []
    property string burnWords: ""
    property string rackWords: ""
    // Cards laid aside: how many, and what becomes of them.
    property int aside: 0
    property string asideWords: ""
    property string direction: ""
    property string directionWords: ""
    // Numbers of the spots that may be tapped now; 0 is the dealer's place.
    property var choosable: []
    // The spots whose wagers may be changed by a tap; nothing is asked, so they look as usual.
    property var tappable: []
    // At a shift of the school a touch on the dealer's own place is the hand at the shoe: a card comes out.
    property bool draws: false
    signal spotTapped(int spot)
    // The height of what lies over the lower felt: spots move up, so that it hides no wager.
    property real covered: 0

    color: Theme.felt
    clip: true
    // A felt that is smaller than the dealer's, as in the review window, is drawn to scale.
    readonly property real unit: Math.min(Theme.u, width / 800, height / 540)
    readonly property real pitch: (width - 8 * unit) / Math.max(1, spots.length)
    readonly property real cardWidth: Math.min(105 * unit, pitch - 9 * unit)
    readonly property real ownWidth: 108 * unit
    readonly property real tall: 1.24
    readonly property real rim: 6 * unit
    readonly property real sag: Math.max(0, Math.min(90 * unit, height - 480 * unit))
    readonly property real axis: width / 2
    readonly property FeltLetters letters: FeltLetters { unit: felt.unit }
    // The height of what lies in front of the dealer.
    readonly property real front: height - own.y
    // The number of spots that have been laid out.
    property int laid: 0

    // Where a spot would lie on the arc, before a full one moves up.
    function arc(index) {
        const t = spots.length > 1 ? index / (spots.length - 1) : 0.5
        return rim + sag * Math.pow(2 * t - 1, 2)
    }
    function cardsOf(index) { return index < 0 || index >= spots.length ? -1 : spots[index].cards.length }
    // The side where a war card fits beside the first one, in the empty place of a neighbour.
    function freeSide(index) {
        if (cardsOf(index) < 2) return 0
        if (cardsOf(index + 1) === 0) return 1
        return cardsOf(index - 1) === 0 && cardsOf(index - 2) < 2 ? -1 : 0
    }
    function isEmpty(index) { return cardsOf(index) === 0 && spots[index].bettors.length === 0 }
    // How many empty neighbours on one side a shared spot may use; two shared spots meet halfway.
    function reach(index, way) {
        if (spots[index].bettors.length < 2) return 0
        let free = 0
        while (isEmpty(index + way * (free + 1))) ++free
        const next = index + way * (free + 1)
        const shares = cardsOf(next) >= 0 && spots[next].bettors.length > 1
        return !shares ? free : way > 0 ? Math.ceil(free / 2) : Math.floor(free / 2)
    }
    readonly property bool besides: warCards === "adjacent" || warCards === "unspecified"
    // The lowest point that a spot may reach: what lies in front of the dealer is never covered.
    function lowest(left, right) {
        const margin = 6 * unit
        let low = height - covered - margin
        if (right > own.x && left < own.x + own.before) low = Math.min(low, own.y + label.y - margin)
        if (right > own.x + own.before && left < own.x + own.width) low = Math.min(low, own.y - margin)
        if (rack.visible && left < rack.x + rack.width) low = Math.min(low, rack.y - margin)
        if (notes.visible && right > notes.x) low = Math.min(low, notes.y - margin)
        return low
    }

    Shape {
        anchors.fill: parent
        ShapePath {
            strokeWidth: -1
            fillColor: Theme.band
            startX: 0; startY: felt.height * 0.26
            PathQuad { x: felt.width; y: felt.height * 0.26; controlX: felt.width / 2; controlY: -felt.height * 0.02 }
            PathLine { x: felt.width; y: felt.height * 0.66 }
            PathQuad { x: 0; y: felt.height * 0.66; controlX: felt.width / 2; controlY: felt.height * 0.38 }
        }
    }
    Repeater {
        id: columns
        model: felt.spots.length
        onItemAdded: (index) => { felt.laid = index + 1 }
        onItemRemoved: felt.laid = 0
        Spot {
            required property int index
            spot: felt.spots[index] || ({ spot: 0, cards: [], bettors: [], lit: false, says: "", stands: "", mark: "" })
            unit: felt.unit
            letters: felt.letters
            width: felt.pitch
            cardWidth: felt.cardWidth
            tall: felt.tall
            warCards: felt.warCards
            beside: felt.besides ? felt.freeSide(index) : 0
            drop: beside === 0 || felt.laid < felt.spots.length ? 0 : columns.itemAt(index + beside).y - y
            covered: felt.besides && (felt.freeSide(index - 1) === 1 || felt.freeSide(index + 1) === -1)
            choosable: felt.choosable.includes(spot.spot)
            tappable: felt.tappable.includes(spot.spot)
            leftReach: felt.reach(index, -1)
            rightReach: felt.reach(index, 1)
            x: 4 * felt.unit + felt.pitch * index
            space: felt.lowest(x + wagersLeft, x + wagersRight)
            y: Math.max(0, Math.min(felt.arc(index), space - height))
            onChosen: felt.spotTapped(spot.spot)
        }
    }
    Column {
        id: rack
        visible: felt.rackWords !== ""
        anchors { left: parent.left; leftMargin: 12 * felt.unit; bottom: parent.bottom; bottomMargin: (x + width > own.x - 8 * felt.unit ? 46 : 8) * felt.unit }
        spacing: 2 * felt.unit
        Row {
            visible: felt.burns.length > 0
            spacing: 8 * felt.unit
            objectName: "burns"
            Accessible.role: Accessible.StaticText
            Accessible.name: felt.burnWords + " " + felt.burns.filter(done => done).length + " / " + felt.burns.length
            FeltWords { unit: felt.unit; text: felt.burnWords }
            Repeater {
                model: felt.burns.length
                Rectangle {
                    required property int index
                    width: 24 * felt.unit
                    height: width
                    radius: width / 2
                    anchors.verticalCenter: parent.verticalCenter
                    color: felt.burns[index] ? Theme.ink : "transparent"
                    border.color: Theme.ink
                    border.width: 3 * felt.unit
                }
            }
        }
        Row {
            spacing: 10 * felt.unit
            objectName: "rack"
            Accessible.role: Accessible.StaticText
            Accessible.name: felt.rackWords
            Backs { unit: felt.unit; anchors.verticalCenter: parent.verticalCenter }
            FeltWords { unit: felt.unit; text: felt.rackWords; color: Theme.faint; font.bold: false }
        }
    }
    Item {
        id: own
        readonly property int count: felt.dealerCards.length
        readonly property bool across: felt.warCards === "sideways_cover_pip" && count > 1
        readonly property bool leftwards: felt.warCards === "lower_left" && count > 1
        // Two cards lie beside each other; more overlap, so that they keep clear of what lies to the left and right.
        readonly property real step: count < 2 ? 0 : Math.min(felt.ownWidth + 8 * felt.unit, (felt.width - 420 * felt.unit - felt.ownWidth) / (count - 1))
        readonly property real span: felt.ownWidth + Math.max(0, count - 1) * step + (across ? (felt.tall - 1) * felt.ownWidth - 30 * felt.unit : 0)
        readonly property real air: 8 * felt.unit
        readonly property real before: label.width + 14 * felt.unit
        x: felt.axis - span / 2 - air - before
        y: felt.height - height - 4 * felt.unit
        width: span + 2 * air + before
        height: felt.ownWidth * felt.tall + 2 * air + (leftwards ? 14 * felt.unit : 0)
        Accessible.role: own.target ? Accessible.Button : Accessible.StaticText
        Accessible.name: Theme.say("Dealer, %1").arg(felt.dealerCards.length ? felt.dealerCards.map(card => card.says).join(", ") : Theme.say("no card"))
        Accessible.onPressAction: if (own.target) felt.spotTapped(0)
        objectName: "dealer"
        property bool ready: false
        property int known: 0
        readonly property bool choosable: felt.choosable.includes(0)
        readonly property bool target: choosable || felt.draws
        property real labelled: 0
        onChoosableChanged: if (choosable) labelled = touches.now()
        Component.onCompleted: Qt.callLater(() => { own.ready = true })
        FeltWords {
            id: label
            unit: felt.unit
            text: felt.draws ? Theme.say("Touch: a card") : Theme.say("Dealer")
            color: felt.dealerLit ? Theme.focus : Theme.faint
            font.bold: false
            anchors { bottom: parent.bottom; bottomMargin: 6 * felt.unit }
        }
        Rectangle {
            // The dealer's own place; its ring is in focus while the dealer's card is due.
            x: own.before
            width: own.span + 2 * own.air
            height: parent.height
            radius: 14 * felt.unit
            color: own.count === 0 ? Theme.circle : "transparent"
            border.color: felt.dealerLit ? Theme.focus : Theme.line
            border.width: felt.dealerLit ? 5 * felt.unit : own.count === 0 ? 1.5 * felt.unit : 0
            objectName: felt.dealerLit ? "focus" : ""
        }
        Repeater {
            model: own.count
            CardFace {
                id: face
                objectName: "dealt card"
                required property int index
                readonly property var it: felt.dealerCards[index] || ({ rank: "", suit: "" })
                property real away: 0
                readonly property int column: own.leftwards ? own.count - 1 - index : index
                cardWidth: felt.ownWidth
                tall: felt.tall
                crosswise: own.across && index > 0
                rankAt: own.step < felt.ownWidth && index < own.count - 1 && !own.leftwards ? 0.34 : 0.5
                x: own.before + own.air + column * own.step - (crosswise ? 30 * felt.unit : 0)
                y: own.height - own.air - height - (own.leftwards && index === 0 ? 14 * felt.unit : 0) + away
                rank: it.rank
                suit: it.suit
                keyed: !!it.keyed
                Component.onCompleted: if (Theme.motion && own.ready && index >= own.known) sliding.start()
                NumberAnimation { id: sliding; target: face; property: "away"; from: 24 * felt.unit; to: 0; duration: 110; easing.type: Easing.OutQuad }
            }
            onItemAdded: (index) => Qt.callLater(() => { own.known = own.count })
            onItemRemoved: (index) => Qt.callLater(() => { own.known = own.count })
        }
        Rectangle {
            visible: own.choosable
            x: own.before
            width: own.span + 2 * own.air
            height: parent.height
            radius: 14 * felt.unit
            color: finger.pressed ? Qt.rgba(Theme.focus.r, Theme.focus.g, Theme.focus.b, 0.2) : "transparent"
            border.color: Theme.focus
            border.width: 4 * felt.unit
        }
        Fingertip {
            id: finger
            anchors.fill: parent
            enabled: own.target
            name: "dealer"
            since: own.labelled
            onTapped: felt.spotTapped(0)
        }
    }
    Column {
        id: notes
        visible: felt.directionWords !== "" || felt.aside > 0
        readonly property real room: felt.width - (own.x + own.width) - 24 * felt.unit
        anchors { right: parent.right; rightMargin: 12 * felt.unit; bottom: parent.bottom; bottomMargin: 8 * felt.unit }
        spacing: 4 * felt.unit
        Row {
            visible: felt.aside > 0
            spacing: 10 * felt.unit
            objectName: "aside"
            Accessible.role: Accessible.StaticText
            Accessible.name: Theme.say("Aside") + " " + felt.aside + ": " + felt.asideWords
            Backs { id: backs; unit: felt.unit; count: Math.min(3, felt.aside); anchors.verticalCenter: parent.verticalCenter }
            FeltWords {
                unit: felt.unit
                width: Math.min(implicitWidth, notes.room - backs.width - 10 * felt.unit)
                wrapMode: Text.WordWrap
                lineHeight: 0.92
                text: felt.asideWords
            }
        }
        Row {
            visible: felt.directionWords !== ""
            anchors.right: parent.right
            spacing: 8 * felt.unit
            Glyph {
                name: felt.direction === "left_to_right" ? "right" : "left"
                color: Theme.ink
                size: 26 * felt.unit
                anchors.verticalCenter: parent.verticalCenter
            }
            FeltWords {
                unit: felt.unit
                text: felt.directionWords
                font.bold: false
                width: Math.min(implicitWidth, notes.room - 34 * felt.unit)
                wrapMode: Text.WordWrap
                lineHeight: 0.92
            }
        }
    }
}
