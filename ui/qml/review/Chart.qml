// A chart of a report, painted as it is on paper; whoever cannot see it hears it in a sentence.
import QtQuick
import DealerStation.Review

ChartItem {
    id: root

    implicitHeight: root.chart ? root.heightFor(root.width) : 0
    Accessible.role: Accessible.Graphic
    Accessible.name: root.words
}
