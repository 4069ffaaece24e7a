import { openPdf } from './open-pdf.ts';

/** Documents are drawn one after the other, because each that is open has a web worker of its own. */
let last: Promise<unknown> = Promise.resolve();

/** Draws the first page of a PDF as a small picture. A locked or damaged document is an error. */
export function drawFirstPage(source: Blob | string, width: number): Promise<Blob | null> {
  const drawn = last.then(() => draw(source, width));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(source: Blob | string, width: number): Promise<Blob | null> {
  const pdf = await openPdf(source);
  try {
    const page = await pdf.getPage(1);
    const { width: natural } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: width / natural });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    return await new Promise(resolve => canvas.toBlob(resolve));
  } finally {
    await pdf.destroy();
  }
}
