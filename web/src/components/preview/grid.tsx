import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef } from 'react';
import { strings } from '../../wording/strings.ts';
import classes from './preview.module.css';

/** The cells of a row are all drawn, so further columns are left out. */
const maxColumns = 250;
const rowHeight = 33;
const looked = 200;
const letterPx = 8;
const paddingPx = 24;
const numberPaddingPx = 32;
const isFigure = (text: string) => text === '' || /^[-+]?[\d.,\s]+%?$/.test(text);

/** The name of a column in a workbook: A to Z, then AA. */
const nameColumn = (column: number): string =>
  (column < 26 ? '' : nameColumn(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Measures the columns by their first rows, within limits. */
function measureColumns(head: string[], body: string[][], numbersPx: number) {
  const sample = body.slice(0, looked);
  const widths = head.map((title, column) => {
    const longest = Math.max(title.length, ...sample.map(row => row[column]?.length ?? 0));
    return Math.min(Math.max(longest, 6), 40) * letterPx + paddingPx;
  });
  const columns = widths.map(width => `minmax(${width}px, ${width}fr)`);
  return {
    columns: [...(numbersPx > 0 ? [`${numbersPx}px`] : []), ...columns].join(' '),
    // In a table, a column of numbers is right-aligned as a whole.
    figures: head.map((_, column) => sample.length > 0 && sample.every(row => isFigure(row[column] ?? ''))),
    minWidth: widths.reduce((sum, width) => sum + width, numbersPx),
  };
}

/**
 * A table that only renders its visible rows. Its first row is its head, unless it holds numbers or the rows are those of a
 * workbook: then columns have letters, and rows the numbers that they have there.
 */
export function Grid({ rows, cut, firstRow }: { rows: string[][]; cut: boolean; firstRow?: number }) {
  const lettered = firstRow !== undefined || (rows[0] ?? []).some(text => text !== '' && isFigure(text));
  const [head, body] = useMemo(() => {
    const first = (rows[0] ?? []).slice(0, maxColumns);
    return lettered ? [first.map((_, column) => nameColumn(column)), rows] : [first, rows.slice(1)];
  }, [rows, lettered]);
  const isWide = (rows[0]?.length ?? 0) > maxColumns;
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const from = firstRow ?? 1;
  const numbersPx = lettered ? String(from + body.length).length * letterPx + numberPaddingPx : 0;
  const { columns, figures, minWidth } = useMemo(
    () => measureColumns(head, body, numbersPx),
    [head, body, numbersPx],
  );
  const isRight = (text: string | undefined, column: number) =>
    (lettered ? text !== undefined && text !== '' && isFigure(text) : figures[column]) || undefined;
  return (
    <div
      className={classes.grid}
      ref={scroll}
      tabIndex={0}
      dir="auto"
      style={{ '--columns': columns } as CSSProperties}
    >
      <div role="table" aria-rowcount={rows.length} style={{ minWidth }}>
        <div role="rowgroup" className={classes.gridHead} data-lettered={lettered || undefined}>
          <div role="row" style={{ display: 'contents' }}>
            {lettered && <span className={classes.rowNumber} />}
            {head.map((cell, index) => (
              <div
                role="columnheader"
                key={index}
                title={lettered ? undefined : cell}
                data-figure={(!lettered && figures[index]) || undefined}
              >
                {cell}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              role="row"
              aria-rowindex={index + (lettered ? 1 : 2)}
              key={index}
              className={classes.gridRow}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {lettered && (
                <div role="rowheader" className={classes.rowNumber}>
                  {from + index}
                </div>
              )}
              {head.map((_, column) => (
                <div
                  role="cell"
                  key={column}
                  title={body[index]?.[column]}
                  data-figure={isRight(body[index]?.[column], column)}
                >
                  {body[index]?.[column]}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      {cut && <div className={classes.note}>{strings.preview.rowsCut(body.length)}</div>}
      {isWide && <div className={classes.note}>{strings.preview.columnsCut(maxColumns)}</div>}
    </div>
  );
}
