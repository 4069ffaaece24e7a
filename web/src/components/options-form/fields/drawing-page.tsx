import { useEffect, useState } from 'react';
import { getOpenPage, type PdfDocument } from '../../pdf/open-pdf.ts';
import { PdfPage } from '../../pdf/pdf-page.tsx';
import { type Box, DrawingArea, type Size } from './drawing-area.tsx';

/** An area in points from the upper left of a page as it is shown. */
export interface PageBox extends Box {
  page: number;
}

const shownWidth = 380;
const round = (value: number): number => Math.round(value * 10) / 10;

/** A page on which boxes are drawn with the pointer. */
export function DrawingPage({
  document,
  page,
  label,
  boxes,
  onDrawn,
  onChanged,
}: {
  document: PdfDocument;
  page: number;
  label: string;
  boxes: readonly PageBox[];
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
  return (
    <DrawingArea
      size={size}
      label={label}
      boxes={boxes.filter(box => box.page === page)}
      round={round}
      onDrawn={box => onDrawn({ page, ...box })}
      onChanged={(before, after) => onChanged(before, { page, ...after })}
    >
      <PdfPage document={document} page={page} width={shownWidth} />
    </DrawingArea>
  );
}
