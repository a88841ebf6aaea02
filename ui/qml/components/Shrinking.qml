// Words one below the other that always fit their area: where they are too much, all become smaller and use its whole width.
import QtQuick

Item {
    id: area
    default property alias content: column.data
    property alias spacing: column.spacing
    // What the words are about: others begin at their full size again.
    property string about: ""
    // How wide the words in it may be.
    readonly property real room: column.width
    readonly property real least: 0.35
    onAboutChanged: column.shrink = 1
    onHeightChanged: fit()

    // Only ever smaller, so that it comes to rest. Words that run on fill the width that they gain, so the root is
    // enough for them; those that stand in one line need the rest in a second step.
    function fit() {
        const share = height / (column.implicitHeight * column.shrink)
        if (height > 0 && share < 1 && column.shrink > least)
            column.shrink = Math.max(least, column.shrink * (column.shrink === 1 ? Math.sqrt(share) : 0.99 * share))
    }

    Column {
        id: column
        property real shrink: 1
        width: area.width / shrink
        transformOrigin: Item.TopLeft
        scale: shrink
        onImplicitHeightChanged: area.fit()
        onShrinkChanged: if (shrink < 1) Qt.callLater(area.fit)
    }
}
