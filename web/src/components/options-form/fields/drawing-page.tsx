import { useEffect, useState } from 'react';
import { getOpenPage, type PdfDocument } from '../../pdf/open-pdf.ts';
import { PdfPage } from '../../pdf/pdf-page.tsx';
import { type Box, DrawingArea, type Point, type Size } from './drawing-area.tsx';

/** An area in points from the upper left of a page as it is shown. */
export interface PageBox extends Box {
  page: number;
}

const shownWidth = 380;
const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns a box around a point, within the page: as large as the former one, or a third of the page. */
function placeAround(at: Point, whole: Size, former: Size): Box {
  const share = former === whole ? 1 / 3 : 1;
  const [width, height] = [former.width * share, former.height * share];
  const within = (start: number, most: number) => round(Math.min(Math.max(0, start), most));
  return {
    x: within(at.x - width / 2, whole.width - width),
    y: within(at.y - height / 2, whole.height - height),
    width: round(width),
    height: round(height),
  };
}

/** A page on which boxes are drawn with the pointer. */
export function DrawingPage({
  document,
  page,
  label,
  boxes,
  many,
  onDrawn,
  onChanged,
}: {
  document: PdfDocument;
  page: number;
  label: string;
  boxes: readonly PageBox[];
  /** Whether there can be several. A single one is placed by a click, too. */
  many: boolean;
  onDrawn: (box: PageBox) => void;
  onChanged: (before: PageBox, after: PageBox) => void;
}) {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    let gone = false;
    getOpenPage(document, page).then(source => {
      if (gone || !source) return;
      const { width, height } = source.getViewport({ scale: 1 });
      setSize({ width, height });
    });
    return () => {
      gone = true;
    };
  }, [document, page]);
  const shown = boxes.filter(box => box.page === page);
  return (
    <DrawingArea
      size={size}
      label={label}
      boxes={shown}
      round={round}
      onDrawn={box => onDrawn({ page, ...box })}
      onChanged={(before, after) => onChanged(before, { page, ...after })}
      onClicked={
        many ? undefined : (at, whole) => onDrawn({ page, ...placeAround(at, whole, shown[0] ?? whole) })
      }
    >
      <PdfPage document={document} page={page} width={shownWidth} />
    </DrawingArea>
  );
}
