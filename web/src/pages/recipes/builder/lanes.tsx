import type { LaneRow } from './draw-lanes.ts';
import classes from './lanes.module.css';

const columnWidth = 14;
const placeColumn = (column: number) => ({ insetInlineStart: column * columnWidth + columnWidth / 2 });

/** The lines to the left of a step that show where its files come from and where they go. */
export function Lanes({ row, columns }: { row: LaneRow; columns: number }) {
  const first = Math.min(...row.taken, row.begins ?? Number.POSITIVE_INFINITY);
  return (
    <div className={classes.lanes} style={{ width: columns * columnWidth }} aria-hidden="true">
      {row.passing.map(column => (
        <span key={`passing-${column}`} className={classes.passing} style={placeColumn(column)} />
      ))}
      {row.ending.map(column => (
        <span key={`ending-${column}`} className={classes.ending} style={placeColumn(column)} />
      ))}
      {row.begins !== undefined && <span className={classes.beginning} style={placeColumn(row.begins)} />}
      {Number.isFinite(first) && <span className={classes.branch} style={placeColumn(first)} />}
      {row.taken.map(column => (
        <span key={`taken-${column}`} className={classes.dot} style={placeColumn(column)} />
      ))}
    </div>
  );
}
