// A page of large tiles, with more pages behind it where they do not fit.
import QtQuick
import "../common"

Rectangle {
    id: it
    property var now: ({})
    signal asked(string what)
    color: Theme.felt
    readonly property var tiles: it.now.tiles || []
    readonly property int columns: Theme.upright ? 1 : tiles.length > 4 ? 3 : 2
    readonly property real gap: Theme.gap
    readonly property int rows: Math.max(1, Math.floor((room.height + gap) / (Theme.primary + gap)))
    readonly property int each: columns * rows
    readonly property int pages: Math.max(1, Math.ceil(tiles.length / each))
    property int leaf: 0
    onTilesChanged: if (leaf >= pages) leaf = 0
    readonly property string title: it.now.title || ""
    onTitleChanged: leaf = 0

    Words {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 24 * Theme.u }
        text: it.title
        size: Theme.glance
        font.bold: true
    }
    Item {
        id: room
        anchors { left: parent.left; right: parent.right; top: heading.bottom; bottom: foot.top; margins: 24 * Theme.u; bottomMargin: Theme.gap }
        Repeater {
            model: Math.max(0, Math.min(it.each, it.tiles.length - it.leaf * it.each))
            BigButton {
                required property int index
                readonly property var tile: it.tiles[it.leaf * it.each + index] || ({ text: "", act: "", under: "", tone: "", done: false })
                width: (room.width - (it.columns - 1) * it.gap) / it.columns
                height: Theme.primary
                x: (index % it.columns) * (width + it.gap)
                y: Math.floor(index / it.columns) * (height + it.gap)
                size: Theme.body
                text: tile.text
                under: tile.under
                act: tile.act
                chosen: false
                tone: tile.tone === "win" ? Theme.win : Theme.button
                ink: tile.tone === "win" ? Theme.onBright : Theme.ink
                glyph: tile.done ? "disc" : ""
                onTapped: it.asked(tile.act)
            }
        }
    }
    Row {
        id: foot
        readonly property real each: Math.min(300 * Theme.u, (it.width - 48 * Theme.u - 2 * spacing) / 3)
        anchors { left: parent.left; bottom: parent.bottom; margins: 24 * Theme.u }
        spacing: Theme.gap
        SmallButton {
            width: foot.each
            text: it.now.back || ""
            onTapped: it.asked("back")
        }
        SmallButton {
            visible: it.pages > 1
            width: foot.each
            live: it.leaf > 0
            text: Theme.say("PAGE BEFORE")
            onTapped: it.leaf -= 1
        }
        SmallButton {
            visible: it.pages > 1
            width: foot.each
            live: it.leaf < it.pages - 1
            text: Theme.say("NEXT PAGE")
            onTapped: it.leaf += 1
        }
    }
}
