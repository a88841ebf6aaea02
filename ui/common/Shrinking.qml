// A column of texts that always fits its area: if it is too tall, everything shrinks and uses the whole width.
import QtQuick

Item {
    id: area
    default property alias content: column.data
    property alias spacing: column.spacing
    // Identifies the content; new content starts at full size again.
    property string about: ""
    // The width available to the texts.
    readonly property real room: column.width
    readonly property real least: 0.35
    onAboutChanged: column.shrink = 1
    // While a page is laid out, its height may be too small for a moment.
    onHeightChanged: {
        column.shrink = 1
        fit()
    }

    // The scale only decreases, so that the layout settles. Wrapped text also fills the width that it gains by
    // shrinking, so the square root of the missing share is enough for it. Single lines need the rest in a second
    // step.
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
