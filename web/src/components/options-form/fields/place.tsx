import type { PointerEvent } from 'react';
import { strings } from '../../../wording/strings.ts';
import { PdfPage } from '../../pdf/pdf-page.tsx';
import { useLastPdf } from '../../pdf/use-pdf.ts';
import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';
import { locatePointer } from './drawing-area.tsx';

const rows = ['top', '', 'bottom'];
const columns = ['left', '', 'right'];
const shownWidth = 380;

/** Names the position in a row and a column of three: "top-left", "top", "center". */
const namePosition = (row: number, column: number): string =>
  [rows[row], columns[column]].filter(Boolean).join('-') || 'center';

const findCell = (share: number): number => Math.min(2, Math.floor(share * 3));

/** Places a text by dragging it on the image or the first page. The position can also be chosen from a list below. */
export function PlaceArea({ pdf, picture, label, value, onChange }: ControlProps) {
  const document = useLastPdf(pdf);
  if (!document && !picture) return null;
  const choose = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = locatePointer(event);
    const position = namePosition(findCell(y), findCell(x));
    if (position !== value) onChange(position);
  };
  return (
    <div
      className={classes.drawing}
      role="img"
      aria-label={strings.options.placeOn(label)}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        choose(event);
      }}
      onPointerMove={event => event.buttons > 0 && choose(event)}
    >
      {document ? (
        <PdfPage document={document} page={1} width={shownWidth} />
      ) : (
        <img src={picture} alt="" draggable={false} />
      )}
      {rows.map((_row, row) =>
        columns.map((_column, column) =>
          namePosition(row, column) === value ? (
            <span
              key={`${row} ${column}`}
              className={classes.box}
              style={{
                left: `${(column * 100) / 3}%`,
                top: `${(row * 100) / 3}%`,
                width: '33.3%',
                height: '33.3%',
              }}
            />
          ) : null,
        ),
      )}
    </div>
  );
}
