import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { Block, Document } from '../../model.ts';
import { BodyWriter, escapeXml, type Picture } from './body.ts';
import { layOutPage, type PageLayout } from './page-layout.ts';
import {
  contentTypes,
  formatDocument,
  formatFootnotes,
  formatNumbering,
  formatRelations,
  packageRelations,
} from './parts.ts';
import { formatStyles } from './styles.ts';

/** The same document gives the same bytes. */
const mtime = new Date('1980-01-01T00:00:00Z');

/**
 * Writes a document as a Word file that reflows, with Word's own headings, lists, tables, figures, links and
 * footnotes.
 */
export async function writeDocx(
  document: Document,
  pictureOf: (block: Block & { kind: 'figure' }) => Picture | undefined,
): Promise<Buffer> {
  const page = layOutPage(document);
  const writer = new BodyWriter(document, page.width - page.left - page.right, pictureOf);
  const body = writer.write(document);
  const section = `<w:sectPr>${writePage(page)}${document.direction === 'rtl' ? '<w:bidi/>' : ''}</w:sectPr>`;
  const zip = new yazl.ZipFile();
  const add = (name: string, content: string | Uint8Array) =>
    zip.addBuffer(Buffer.from(content as Uint8Array), name, { mtime, forceDosTimestamp: true });
  add('[Content_Types].xml', contentTypes);
  add('_rels/.rels', packageRelations);
  add('word/document.xml', formatDocument(body + section));
  add('word/styles.xml', formatStyles(document.look));
  add('word/numbering.xml', formatNumbering(writer.lists));
  add('word/footnotes.xml', formatFootnotes(writer.notes));
  add('word/_rels/document.xml.rels', formatRelations(writer.relations, escapeXml));
  for (const { name, picture } of writer.pictures) add(`word/${name}`, picture.bytes);
  zip.end();
  return await buffer(zip.outputStream);
}

const twentieths = 20;

/** Writes the size and the margins of the pages. */
function writePage({ width, height, left, right, top, bottom }: PageLayout): string {
  const write = (points: number) => Math.round(points * twentieths);
  return (
    `<w:pgSz w:w="${write(width)}" w:h="${write(height)}"/><w:pgMar w:top="${write(top)}" w:right="${write(right)}" ` +
    `w:bottom="${write(bottom)}" w:left="${write(left)}" w:header="${write(top / 2)}" w:footer="${write(bottom / 2)}" w:gutter="0"/>`
  );
}
