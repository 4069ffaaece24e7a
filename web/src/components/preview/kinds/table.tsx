import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef } from 'react';
import { strings } from '../../../strings.ts';
import { extensionOf } from '../../file-icon.tsx';
import classes from '../preview.module.css';
import type { PreviewProps } from '../preview.tsx';
import { readRows } from '../rows.ts';
import { WithText } from '../use-text.tsx';

const rowHeight = 33;

/** A table, of which only the rows in sight are there. */
export default function TablePreview({ file }: PreviewProps) {
  return (
    <WithText file={file}>{text => <Grid text={text} tab={extensionOf(file.filename) === 'tsv'} />}</WithText>
  );
}

function Grid({ text, tab }: { text: string; tab: boolean }) {
  const { rows, cut } = useMemo(() => readRows(text, tab), [text, tab]);
  const [head = [], ...body] = rows;
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const columns = `repeat(${head.length}, minmax(96px, 1fr))`;
  return (
    <div className={classes.grid} ref={scroll} tabIndex={0} style={{ '--columns': columns } as CSSProperties}>
      <div role="table" aria-rowcount={rows.length} style={{ minWidth: head.length * 96 }}>
        <div role="rowgroup" className={classes.gridHead}>
          <div role="row" style={{ display: 'contents' }}>
            {head.map((cell, index) => (
              <div role="columnheader" key={index} title={cell}>
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
              style={{ transform: `translateY(${start}px)` }}
            >
              {head.map((_, column) => (
                <div role="cell" key={column} title={body[index]?.[column]}>
                  {body[index]?.[column]}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      {cut && <div className={classes.note}>{strings.preview.rowsCut(body.length)}</div>}
    </div>
  );
}
