import { useEffect, useRef } from 'react';
import type { PdfDocument } from './open-pdf.ts';

/** An upright A4 page's height for its width. */
const pageShape = 297 / 210;

/** One page as a picture, drawn when it comes into sight. */
export function PdfPage({
  document: pdf,
  page,
  width,
}: {
  document: PdfDocument;
  page: number;
  width: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current!;
    let cancel = () => {};
    let gone = false;
    const draw = async () => {
      const source = await pdf.getPage(page);
      if (gone) return;
      const { width: natural } = source.getViewport({ scale: 1 });
      const viewport = source.getViewport({
        scale: (width / natural) * Math.min(window.devicePixelRatio, 2),
      });
      target.width = viewport.width;
      target.height = viewport.height;
      const task = source.render({ canvas: target, viewport });
      cancel = () => task.cancel();
      await task.promise.catch(() => {
        // Canceled, since another size or page is wanted.
      });
    };
    const seen = new IntersectionObserver(entries => {
      if (!entries.some(entry => entry.isIntersecting)) return;
      seen.disconnect();
      draw();
    });
    seen.observe(target);
    return () => {
      gone = true;
      seen.disconnect();
      cancel();
    };
  }, [pdf, page, width]);
  // Of a usual page's shape until it is known.
  return <canvas ref={canvas} width={width} height={Math.round(width * pageShape)} />;
}
