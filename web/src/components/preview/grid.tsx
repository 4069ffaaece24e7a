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
const isFigure = (text: string) => text === '' || /^[-+]?[\d.,\s]+%?$/.test(text);

/** Measures the columns by their first rows, within limits; numbers are right-aligned. */
function measureColumns(head: string[], body: string[][]) {
  const sample = body.slice(0, looked);
  const widths = head.map((title, column) => {
    const longest = Math.max(title.length, ...sample.map(row => row[column]?.length ?? 0));
    return Math.min(Math.max(longest, 6), 40) * letterPx + paddingPx;
  });
  return {
    columns: widths.map(width => `minmax(${width}px, ${width}fr)`).join(' '),
    figures: head.map((_, column) => sample.length > 0 && sample.every(row => isFigure(row[column] ?? ''))),
    minWidth: widths.reduce((sum, width) => sum + width, 0),
  };
}

/** A table that only renders its visible rows. The first row is its head. */
export function Grid({ rows, cut }: { rows: string[][]; cut: boolean }) {
  const [head, body] = useMemo(() => [(rows[0] ?? []).slice(0, maxColumns), rows.slice(1)], [rows]);
  const isWide = (rows[0]?.length ?? 0) > maxColumns;
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const { columns, figures, minWidth } = useMemo(() => measureColumns(head, body), [head, body]);
  return (
    <div
      className={classes.grid}
      ref={scroll}
      tabIndex={0}
      dir="auto"
      style={{ '--columns': columns } as CSSProperties}
    >
      <div role="table" aria-rowcount={rows.length} style={{ minWidth }}>
        <div role="rowgroup" className={classes.gridHead}>
          <div role="row" style={{ display: 'contents' }}>
            {head.map((cell, index) => (
              <div role="columnheader" key={index} title={cell} data-figure={figures[index] || undefined}>
                {cell}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              role="row"
              aria-rowindex={index + 2}
              key={index}
              className={classes.gridRow}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {head.map((_, column) => (
                <div
                  role="cell"
                  key={column}
                  title={body[index]?.[column]}
                  data-figure={figures[column] || undefined}
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
