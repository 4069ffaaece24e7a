import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { PdfDocument } from '../../pdf/open-pdf.ts';
import { PdfPage } from '../../pdf/pdf-page.tsx';
import classes from '../options-form.module.css';

/** An area in points from the upper left of a page as it is shown. */
export interface PageBox {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

const shownWidth = 380;
/** A smaller movement is a click, not a box. */
const smallestBox = 3;
const round = (value: number): number => Math.round(value * 10) / 10;

/** A page on which boxes are drawn with the pointer. */
export function DrawingPage({
  document,
  page,
  label,
  boxes,
  onDrawn,
}: {
  document: PdfDocument;
  page: number;
  label: string;
  boxes: readonly PageBox[];
  onDrawn: (box: PageBox) => void;
}) {
  const [size, setSize] = useState<Size>();
  const [drawn, setDrawn] = useState<PageBox>();
  const start = useRef<{ x: number; y: number }>(undefined);
  useEffect(() => {
    let gone = false;
    document.getPage(page).then(source => {
      const { width, height } = source.getViewport({ scale: 1 });
      if (!gone) setSize({ width, height });
    });
    return () => {
      gone = true;
    };
  }, [document, page]);

  /** The place of the pointer in points, within the page. */
  const locate = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const within = (share: number) => Math.min(1, Math.max(0, share));
    return {
      x: within((event.clientX - left) / width) * (size?.width ?? 0),
      y: within((event.clientY - top) / height) * (size?.height ?? 0),
    };
  };
  const span = (event: PointerEvent<HTMLElement>): PageBox | undefined => {
    if (!start.current) return undefined;
    const end = locate(event);
    const { x, y } = start.current;
    return {
      page,
      x: round(Math.min(x, end.x)),
      y: round(Math.min(y, end.y)),
      width: round(Math.abs(end.x - x)),
      height: round(Math.abs(end.y - y)),
    };
  };
  const place = ({ x, y, width, height }: PageBox, whole: Size) => ({
    left: `${(100 * x) / whole.width}%`,
    top: `${(100 * y) / whole.height}%`,
    width: `${(100 * width) / whole.width}%`,
    height: `${(100 * height) / whole.height}%`,
  });
  const shown = [...boxes.filter(box => box.page === page), ...(drawn ? [drawn] : [])];
  return (
    // Boxes can also be typed below, so drawing needs no keyboard of its own.
    <div
      className={classes.drawing}
      role="img"
      aria-label={label}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = locate(event);
      }}
      onPointerMove={event => setDrawn(span(event))}
      onPointerUp={event => {
        const box = span(event);
        start.current = undefined;
        setDrawn(undefined);
        if (box && box.width >= smallestBox && box.height >= smallestBox) onDrawn(box);
      }}
      onPointerCancel={() => {
        start.current = undefined;
        setDrawn(undefined);
      }}
    >
      <PdfPage document={document} page={page} width={shownWidth} />
      {size &&
        shown.map((box, index) => <span key={index} className={classes.box} style={place(box, size)} />)}
    </div>
  );
}
