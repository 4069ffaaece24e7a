import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { Block, Document } from '../../model.ts';
import { BodyWriter, escapeXml, type Picture } from './body.ts';
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
  const writer = new BodyWriter(document, pictureOf);
  const body = writer.write(document);
  const section = `<w:sectPr>${writePageSize(document)}${document.direction === 'rtl' ? '<w:bidi/>' : ''}</w:sectPr>`;
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

/** Writes the page size of the first page, with margins of an inch. */
function writePageSize({ pages: [first] }: Document): string {
  const [width, height] = first ? [first.width, first.height] : [595, 842];
  const isUsual = width > 200 && height > 200 && width < 1600 && height < 1600;
  const [w, h] = (isUsual ? [width, height] : [595, 842]).map(side => Math.round(side * twentieths));
  return `<w:pgSz w:w="${w}" w:h="${h}"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>`;
}
