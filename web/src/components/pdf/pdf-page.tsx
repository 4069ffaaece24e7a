import { useEffect, useRef } from 'react';
import { getOpenPage, type PdfDocument } from './open-pdf.ts';

/** The aspect ratio of a portrait A4 page. */
const pageShape = 297 / 210;

/** One page, rendered when it becomes visible. */
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
      const source = await getOpenPage(pdf, page);
      if (gone || !source) return;
      const { width: natural } = source.getViewport({ scale: 1 });
      const viewport = source.getViewport({
        scale: (width / natural) * Math.min(window.devicePixelRatio, 2),
      });
      target.width = viewport.width;
      target.height = viewport.height;
      const task = source.render({ canvas: target, viewport });
      cancel = () => task.cancel();
      await task.promise.catch(() => {
        // The rendering was canceled, because another size or page is needed.
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
  // The page has a typical shape until its own is known. Its text is placed from the left, whatever the language of the workspace.
  return <canvas ref={canvas} dir="ltr" width={width} height={Math.round(width * pageShape)} />;
}
