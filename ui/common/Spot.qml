// One spot of the layout: its number, cards, chips, and what becomes of each wager. It grows downwards.
import QtQuick

Item {
    id: place
    property var spot: ({ spot: 0, cards: [], bettors: [], lit: false, says: "", stands: "", mark: "" })
    property real unit: Theme.u
    property real cardWidth: 104 * unit
    property real tall: 1.24
    // The widths of words, from FeltLetters.qml.
    property var letters
    // The book's place of a war card.
    property string warCards: "adjacent"
    // 1 or -1: the right or left neighbour has no card, so that a war card fits beside the first; 0 if neither.
    property int beside: 0
    // How much lower the neighbour on that side is.
    property real drop: 0
    // A neighbour's war card lies in this spot's place for a card.
    property bool covered: false
    property bool choosable: false
    // A tap opens the wagers of the spot; nothing is asked.
    property bool tappable: false
    // A finger may answer a question here; a card or chip that has just changed is not touched by mistake.
    readonly property bool target: choosable
    property real labelled: 0
    onChoosableChanged: if (choosable) labelled = touches.now()
    signal chosen()

    // The number of empty neighbours on each side, below whose circles the bettors of a shared spot have room.
    property int leftReach: 0
    property int rightReach: 0
    // The height that the spot may have at most.
    property real space: 600 * unit
    readonly property real room: width - 3 * unit
    // Each read of a list in the spot's map copies the list, so everything else reads these copies.
    readonly property var hands: spot.bettors
    readonly property var dealt: spot.cards
    readonly property int bettors: hands.length
    readonly property int across: Math.max(1, Math.min(bettors, 1 + leftReach + rightReach))
    readonly property int leftwards: Math.min(leftReach, Math.max(Math.floor((across - 1) / 2), across - 1 - rightReach))
    readonly property real wagersLeft: -leftwards * width
    readonly property real wagersRight: (across - leftwards) * width
    readonly property bool largeAmounts: alone && room > 100 * unit
    // A spot in which everything does not fit says less: 1 leaves out what is said twice and shortens what is settled,
    // 2 has shapes for words, 3 has only what is settled next.
    readonly property int dense: [0, 1, 2].find(level => needed(level) <= space) ?? 3
    readonly property bool alone: hands.length === 1
    readonly property bool past: spot.stands !== ""
    readonly property int count: dealt.length
    readonly property real cardHeight: cardWidth * tall
    // A second card lies below the first where no room is beside it; the rank of the first stays in sight.
    readonly property bool below: count > 1 && (warCards === "sideways_cover_pip" || warCards === "lower_left" || beside === 0)
    readonly property real shift: Math.min(0.3 * cardWidth, Math.max(0, room - cardWidth))
    readonly property real down: 0.54 * cardHeight
    readonly property real cardsHeight: !below ? cardHeight : warCards === "sideways_cover_pip" ? down + crossWidth : cardHeight + (count - 1) * down
    // A card that lies crosswise is as long as the place is wide, at most as long as a card is high.
    readonly property real crossWidth: Math.min(cardHeight, room) / tall
    readonly property string commonWord: !alone && hands.length > 0 && hands.every(bettor => bettor.word === hands[0].word) ? hands[0].word : ""
    implicitHeight: wagers.y + (hands.length > 0 ? wagers.height : 0) + 4 * unit
    height: implicitHeight
    Accessible.role: choosable || tappable ? Accessible.Button : Accessible.StaticText
    Accessible.name: spot.says
    Accessible.onPressAction: if (choosable || tappable) chosen()
    objectName: "spot " + spot.spot

    function wide(text) { return letters.wide(text) / unit }
    // The height of a settlement line, in pixels of the design, as Outcome.qml lays it out.
    function lineHeight(outcome, main, level) {
        const space = room / unit
        const name = alone ? "" : "a"
        if (level > 1 || level === 1 && outcome.settled)
            return (outcome.order ? 30 : 0) + 20 + wide(name) + 2 + wide(outcome.amount) <= space ? 44 : 75
        const number = outcome.order ? 37 : 0
        const sign = outcome.settled ? 23 : 0
        const word = wide(name === "" ? outcome.word : name + " " + outcome.word)
        const grand = main && largeAmounts && level === 0 && 1.5 * wide(outcome.amount) <= space - 4
        const amount = wide(outcome.amount) * (grand ? 1.5 : 1)
        const last = (grand ? 49 : amount > space - 4 ? 62 : 31) + 13
        if (!grand && number + sign + word + 5 + amount <= space - 10) return 44
        if (name !== "" && word > space - 4) return 62 + last
        if (number + sign + word <= space - 10 || number === 0) return 31 + last
        return word <= space - 4 && number + amount <= space - 4 ? 31 + last : 62 + last
    }
    function firstOrder(bettor) { return Math.min(...bettor.chips.map(chip => Math.min(...chip.outcomes.map(outcome => outcome.order || 999), 999)), 999) }
    // The height of one bettor's chips, in pixels of the design.
    function stackHeight(bettor, level) {
        const first = firstOrder(bettor)
        let high = bettor.word !== "" && (bettor.order > 0 || commonWord === "" && level === 0) ? 44 : 0
        for (const chip of bettor.chips) {
            const main = chip.kind === "main"
            for (const outcome of chip.outcomes)
                if (level < 3 || outcome.order === first) high += lineHeight(outcome, main, level)
            if (chip.outcomes.length === 0 || alone && main && !chip.settled && level === 0) high += main && alone ? 63 : 43
        }
        return high
    }
    function needed(level) {
        // A bettor who leaves changes the list before the count.
        const all = hands
        const rows = Math.ceil(all.length / across)
        let high = slot.y + cardsHeight + (across > 1 ? 12 : 8) * unit + (commonWord !== "" && level === 0 ? 44 * unit : 0)
        for (let row = 0; row < rows; ++row) {
            let most = 0
            for (let at = row * across; at < Math.min(all.length, (row + 1) * across); ++at) most = Math.max(most, stackHeight(all[at], level))
            high += (most + 3) * unit
        }
        return high
    }

    // Width of a chip with this text, near enough to decide how many fit side by side.
    function chipWidth(text) { return Math.max(44, 15 * text.length + 28) * unit }
    function cardX(index) {
        if (index === 0 || !below && beside === 0)
            return (width - cardWidth) / 2 + (below && warCards !== "sideways_cover_pip" ? (warCards === "lower_left" ? shift / 2 : -shift / 2) : 0)
        if (!below)
            return (width - cardWidth) / 2 + index * beside * (cardWidth + 8 * unit)
        if (warCards === "sideways_cover_pip")
            return (width - crossWidth * tall) / 2
        return (width - cardWidth) / 2 + (warCards === "lower_left" ? -shift / 2 : shift / 2)
    }

    Rectangle {
        id: flash
        anchors { fill: parent; margins: 1 }
        radius: 14 * place.unit
        color: Theme.focus
        opacity: 0
        readonly property string mark: place.spot.mark || ""
        onMarkChanged: if (Theme.motion && place.ready) flashing.restart()
        NumberAnimation { id: flashing; target: flash; property: "opacity"; from: 0.3; to: 0; duration: 450 }
    }
    // Nothing moves when the screen is first drawn, only what changes afterwards.
    property bool ready: false
    Component.onCompleted: Qt.callLater(() => { place.ready = true })

    FeltWords {
        id: number
        unit: place.unit
        text: place.spot.spot
        anchors.horizontalCenter: parent.horizontalCenter
        color: place.spot.lit ? Theme.focus : Theme.faint
    }
    Item {
        id: slot
        x: (place.width - place.cardWidth) / 2
        y: 38 * place.unit
        width: place.cardWidth
        height: place.cardHeight
        Rectangle {
            // An empty spot is a circle, and one that waits for its card has the place for it.
            visible: place.count === 0 && !place.covered && (empty || !place.hands.every(bettor => bettor.settled))
            readonly property bool empty: place.hands.length === 0
            anchors.horizontalCenter: parent.horizontalCenter
            y: empty ? 6 * place.unit : 0
            width: empty ? Math.min(84 * place.unit, parent.width) : parent.width
            height: empty ? width : parent.height
            radius: empty ? width / 2 : 10 * place.unit
            color: empty ? "transparent" : Theme.circle
            border.color: Theme.line
            border.width: 1.5 * place.unit
        }
        Text {
            visible: place.past && place.count === 0
            anchors.centerIn: parent
            // On two lines within the place of the card.
            width: Math.min(place.room, place.cardWidth)
            text: place.spot.stands || ""
            font { family: Theme.family; pixelSize: Theme.body * place.unit; italic: true }
            textFormat: Text.PlainText
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            lineHeight: 0.9
            color: Theme.faint
            readonly property bool onFelt: true
            readonly property real across: 0.5
        }
    }
    Rectangle {
        // The ring of what is to be done now.
        visible: place.spot.lit && !place.choosable && !place.covered && (place.alone || !place.hands.some(bettor => bettor.lit))
        readonly property bool round: place.count === 0 && place.hands.length === 0
        readonly property real air: Math.min(7 * place.unit, (place.width - place.cardWidth) / 2 - 1)
        x: slot.x - air + (round ? (slot.width - 84 * place.unit) / 2 : 0)
        y: slot.y - air + (round ? 6 * place.unit : 0)
        width: (round ? 84 * place.unit : slot.width) + 2 * air
        height: (round ? 84 * place.unit : place.cardsHeight) + 2 * air
        radius: round ? width / 2 : 14 * place.unit
        color: "transparent"
        border.color: Theme.focus
        border.width: 5 * place.unit
        objectName: "focus"
    }
    Item {
        id: cards
        property int known: 0
        Repeater {
            model: place.count
            CardFace {
                id: face
                objectName: "dealt card"
                required property int index
                readonly property var it: place.dealt[index] || ({ rank: "", suit: "" })
                // The ring around a second card that lies beside the first.
                Rectangle {
                    visible: place.spot.lit && face.index > 0 && !place.below
                    anchors { fill: parent; margins: -Math.min(6 * place.unit, (place.width - place.cardWidth) / 2 - 1) }
                    radius: 14 * place.unit
                    color: "transparent"
                    border.color: Theme.focus
                    border.width: 5 * place.unit
                }
                readonly property bool over: index > 0 && place.below && place.warCards === "sideways_cover_pip"
                property real away: 0
                crosswise: over
                cardWidth: over ? place.crossWidth : place.cardWidth
                tall: place.tall
                x: place.cardX(index)
                y: slot.y + (place.below ? index * place.down : index > 0 ? place.drop : 0) + away
                rank: it.rank
                suit: it.suit
                keyed: !!it.keyed
                // A card slides into its place from the dealer's side. It shows its face from the first frame on, and
                // it never lies over another spot.
                Component.onCompleted: if (Theme.motion && place.ready && index >= cards.known) sliding.start()
                NumberAnimation { id: sliding; target: face; property: "away"; from: 40 * place.unit; to: 0; duration: 110; easing.type: Easing.OutQuad }
            }
            onItemAdded: (index) => Qt.callLater(() => { cards.known = place.count })
            onItemRemoved: (index) => Qt.callLater(() => { cards.known = place.count })
        }
    }
    Outcome {
        id: common
        x: 1.5 * place.unit
        y: slot.y + place.cardsHeight + 8 * place.unit
        visible: place.dense === 0 && place.commonWord !== "" && place.hands.every(bettor => bettor.order === 0)
        unit: place.unit
        room: place.room
        letters: place.letters
        it: ({ word: place.commonWord, amount: "", tone: visible ? place.hands[0].tone : "", shape: visible ? place.hands[0].shape : "", order: 0, settled: false })
    }
    Rectangle {
        // Holds together the bettors of a box that use the room of its neighbours.
        visible: place.across > 1
        anchors { fill: wagers; margins: -4 * place.unit }
        radius: 18 * place.unit
        color: Theme.circle
        border.color: Theme.line
        border.width: 1.5 * place.unit
    }
    Grid {
        id: wagers
        x: place.wagersLeft + 1.5 * place.unit
        y: slot.y + (place.count > 0 || place.bettors > 0 ? place.cardsHeight : 84 * place.unit) + (place.across > 1 ? 12 : 8) * place.unit + (common.visible ? common.height + 5 * place.unit : 0)
        columns: place.across
        columnSpacing: 3 * place.unit
        rowSpacing: 8 * place.unit
        Repeater {
            model: place.bettors
            Item {
                id: one
                required property int index
                readonly property var it: place.hands[index] || ({ name: "", chips: [], settled: false, lit: false, word: "", tone: "", shape: "", order: 0 })
                readonly property string called: place.alone ? "" : it.name.slice(-1)
                readonly property var main: it.chips.find(chip => chip.kind === "main")
                // Chips that wait, and those that have been collected. A chip with an outcome is named in the outcome.
                readonly property var lying: others.filter(chip => chip.outcomes.length === 0)
                readonly property var others: it.chips.filter(chip => chip.kind !== "main")
                readonly property int across: {
                    const widest = Math.max(0, ...lying.map(chip => place.chipWidth(chip.amount)))
                    return Math.max(1, Math.min(lying.length, Math.floor((place.room + 5 * place.unit) / (widest + 5 * place.unit))))
                }
                readonly property bool mainLies: !!main && (!main.settled || main.outcomes.length === 0) && (place.alone && place.dense === 0 || main.outcomes.length === 0)
                // In a box that is too full, the position of what is settled next.
                readonly property int only: place.dense < 3 ? 0 : place.firstOrder(it)
                width: place.room
                height: stack.height
                Rectangle {
                    visible: one.it.lit && !place.alone
                    anchors { fill: parent; margins: -3 * place.unit }
                    radius: 14 * place.unit
                    color: "transparent"
                    border.color: Theme.focus
                    border.width: 4 * place.unit
                }
                Column {
                    id: stack
                    width: parent.width
                    spacing: 5 * place.unit
                    Rectangle {
                        // The betting circle, with the main wager in it.
                        visible: one.mainLies
                        anchors.horizontalCenter: parent.horizontalCenter
                        width: Math.min(place.room, wager.width + (place.alone ? 10 : 0) * place.unit)
                        height: wager.height + (place.alone ? 10 : 0) * place.unit
                        radius: height / 2
                        color: place.alone ? Theme.circle : "transparent"
                        border.color: Theme.line
                        border.width: place.alone ? 1.5 * place.unit : 0
                        WagerChip {
                            id: wager
                            anchors.centerIn: parent
                            unit: place.unit
                            room: place.room
                            bettor: one.called
                            amount: one.main ? one.main.amount : ""
                            settled: !!one.main && one.main.settled
                            past: place.past
                        }
                    }
                    Outcomes {
                        unit: place.unit
                        room: place.room
                        letters: place.letters
                        bettor: one.called
                        large: place.largeAmounts && place.dense === 0
                        dense: place.dense
                        only: one.only
                        chip: one.main || ({ kind: "main", outcomes: [] })
                    }
                    Outcome {
                        visible: one.it.word !== "" && !common.visible && (one.it.order > 0 || place.dense === 0)
                        unit: place.unit
                        room: place.room
                        letters: place.letters
                        it: ({ word: one.it.word, amount: "", tone: one.it.tone, shape: one.it.shape, order: one.it.order, settled: false })
                    }
                    Repeater {
                        model: one.others.length
                        Outcomes {
                            required property int index
                            unit: place.unit
                            room: place.room
                            letters: place.letters
                            bettor: one.called
                            dense: place.dense
                            only: one.only
                            chip: one.others[index] || ({ kind: "tie", outcomes: [] })
                        }
                    }
                    Grid {
                        visible: one.lying.length > 0
                        anchors.horizontalCenter: parent.horizontalCenter
                        columns: one.across
                        spacing: 5 * place.unit
                        horizontalItemAlignment: Grid.AlignHCenter
                        Repeater {
                            model: one.lying.length
                            WagerChip {
                                required property int index
                                readonly property var it: one.lying[index] || ({ kind: "tie", amount: "", settled: false })
                                unit: place.unit
                                room: place.room
                                kind: it.kind
                                amount: it.amount
                                bettor: one.main || place.alone ? "" : one.called
                                settled: it.settled
                                past: place.past
                            }
                        }
                    }
                }
            }
        }
    }
    Rectangle {
        visible: place.choosable
        anchors { fill: parent; margins: 2 * place.unit }
        radius: 16 * place.unit
        color: finger.pressed ? Qt.rgba(Theme.focus.r, Theme.focus.g, Theme.focus.b, 0.2) : "transparent"
        border.color: Theme.focus
        border.width: 4 * place.unit
    }
    Fingertip {
        id: finger
        anchors.fill: parent
        enabled: place.choosable || place.tappable
        name: "spot " + place.spot.spot
        // Only an answer waits until its question has been read.
        since: place.choosable ? place.labelled : -Infinity
        onTapped: place.chosen()
    }
}
