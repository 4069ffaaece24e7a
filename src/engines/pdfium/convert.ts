import { writeFile } from 'node:fs/promises';
import type { WarningId } from '../../contract/warnings.ts';
import { type Document, isFurniture } from '../../documents/model.ts';
import { isStructureUncertain } from '../../documents/structure/uncertain.ts';
import { writeDocx } from '../../documents/write/docx/docx.ts';
import { writeHtml } from '../../documents/write/html.ts';
import { writeMarkdown } from '../../documents/write/markdown.ts';
import { writeText } from '../../documents/write/text.ts';
import type { Convert, StepFormat } from '../conversion.ts';
import { readPdf } from './document.ts';
import type { PdfiumDocument } from './engine.ts';
import { drawFigures } from './figures.ts';

/** Fewer scans among typed pages are covers and plates of a book. */
const minShare = 0.1;

const hasText = ({ blocks }: Document): boolean =>
  blocks.some(block => block.kind !== 'figure' && !isFurniture(block));

export const convert: Convert = async ({ to, input, output, stem, dir, last, options, progress }) => {
  const { pages, password } = options;
  const { document, source, bare, scans } = await readPdf(input, { pages, password, dir }, progress);
  try {
    // A next step would print the filename as the document's title.
    await writeFile(output, await write(document, source, to, last ? stem : undefined));
  } finally {
    source.close();
  }
  const count = document.pages.length;
  const lacksText = !hasText(document) || (scans > 0 && scans >= count * minShare);
  const warnings: WarningId[] = [
    ...(lacksText ? (['no_text_layer'] as const) : []),
    ...(document.hiddenTextRemoved ? (['hidden_text_removed'] as const) : []),
    ...(isStructureUncertain(document) ? (['structure_uncertain'] as const) : []),
    ...(source.hasLostPictures() ? (['pictures_unreadable'] as const) : []),
  ];
  return [{ path: output, metadata: { pages: count, textPages: count - bare.length }, warnings }];
};

async function write(
  document: Document,
  source: PdfiumDocument,
  to: StepFormat,
  title: string | undefined,
): Promise<string | Buffer> {
  if (to === 'md') return writeMarkdown(document, { tables: 'auto', furniture: 'drop' });
  if (to === 'txt') return writeText(document, 'drop');
  const pictures = await drawFigures(source, document);
  if (to === 'docx') return await writeDocx(document, block => pictures.get(block));
  return writeHtml(document, {
    title,
    furniture: 'drop',
    figure: block => {
      const picture = pictures.get(block);
      return picture && `data:image/${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`;
    },
  });
}
