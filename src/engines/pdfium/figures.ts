import type { Block, Document } from '../../documents/model.ts';
import type { Picture } from '../../documents/write/docx/body.ts';
import { sharp } from '../sharp/engine.ts';
import type { PdfiumDocument } from './engine.ts';

type FigureBlock = Block & { kind: 'figure' };

const dpi = 150;
const maxFigures = 2000;
const maxPixels = 12_000_000;
/** Larger ones are photos more often than drawings, and too big without loss. */
const lossyFrom = 250_000;

/** Draws each figure as it looks on its page, with its masks. */
export async function drawFigures(
  source: PdfiumDocument,
  document: Document,
): Promise<Map<FigureBlock, Picture>> {
  const pictures = new Map<FigureBlock, Picture>();
  const figures = document.blocks.filter(block => block.kind === 'figure').slice(0, maxFigures);
  for (const figure of figures) {
    const { page, box } = figure.places[0]!;
    const area = ((box.right - box.left) * (box.bottom - box.top) * dpi * dpi) / 72 / 72;
    const scale = (dpi / 72) * Math.min(1, Math.sqrt(maxPixels / Math.max(1, area)));
    const { width, height, data } = source.renderPart(page - 1, box, scale);
    const type = width * height > lossyFrom ? 'jpeg' : 'png';
    const image = sharp(data, { raw: { width, height, channels: 3 } });
    const bytes = await (type === 'jpeg' ? image.jpeg({ quality: 85 }) : image.png()).toBuffer();
    pictures.set(figure, { bytes, type });
  }
  return pictures;
}
