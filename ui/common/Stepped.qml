// Text in the largest of the five type sizes at which it fits its box. It never shrinks to a size in between, and its
// box never moves.
import QtQuick

Words {
    id: words
    // The largest and the smallest size that may be taken.
    property real most: Theme.body
    property real least: Theme.fine
    // True if the text must stay on one line where any size allows that.
    property bool oneLine: false
    property real tight: 1
    readonly property var sizes: [Theme.amount, Theme.head, Theme.glance, Theme.body, Theme.fine].filter(one => one <= most + 2 && one >= least)
    readonly property real best: sizes.find(one => fits(one, oneLine ? 1 : 99)) || sizes.find(one => fits(one, 99)) || 0
    // True if one of the sizes fits.
    readonly property bool fitting: best > 0
    lineHeight: tight
    elide: Text.ElideRight
    size: fitting ? best : sizes[sizes.length - 1]
    // The widths of the words, line by line, in letters that are a hundred pixels high. Letters that are drawn on whole
    // pixels may be a little wider.
    readonly property var widths: metrics.height > 0 ? text.split("\n").map(part => part.split(" ").map(word => 1.03 * metrics.advanceWidth(word))) : []
    readonly property real gap: metrics.height > 0 ? 1.03 * metrics.advanceWidth(" ") : 0

    // Wraps the text as the painter does.
    function fits(one, lines) {
        const scale = Theme.text(one) / 100
        const room = Math.min(lines, Math.floor(height / (Math.ceil(metrics.height * scale) * tight)))
        let used = 0
        for (const part of widths) {
            used += 1
            let x = 0
            for (const word of part) {
                const wide = word * scale
                if (wide > width)
                    return false
                const space = x > 0 ? gap * scale : 0
                if (x + space + wide > width) {
                    used += 1
                    x = wide
                } else {
                    x += space + wide
                }
            }
        }
        return used <= room
    }
    FontMetrics {
        id: metrics
        font.family: Theme.family
        font.bold: words.font.bold
        font.italic: words.font.italic
        font.pixelSize: 100
    }
}
