// A chart of a report, painted as on paper; screen readers get a summary sentence.
import QtQuick
import DealerStation.Review

ChartItem {
    id: root

    implicitHeight: root.chart ? root.heightFor(root.width) : 0
    Accessible.role: Accessible.Graphic
    Accessible.name: root.words
}
