// Cards that lie face down in a heap: the discard rack, or cards laid aside.
import QtQuick

Item {
    id: heap
    property real unit: Theme.u
    property int count: 3
    width: (34 + (count - 1) * 7) * unit
    height: 46 * unit
    Repeater {
        model: heap.count
        CardFace {
            required property int index
            cardWidth: 34 * heap.unit
            tall: 1.24
            x: index * 7 * heap.unit
            y: (heap.count - 1 - index) * 2 * heap.unit
        }
    }
}
