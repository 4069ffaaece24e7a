import { openEntry } from '../../containers/read-zip.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { type Tag, walkTags } from '../../markup/tags.ts';

/** Tells whether any tag of a part satisfies the test. */
async function hasTag(path: string, part: string, test: (tag: Tag) => boolean): Promise<boolean> {
  const chunks = await openEntry(path, part);
  if (!chunks) return false;
  for await (const _ of walkTags(chunks, tag => test(tag) || undefined)) return true;
  return false;
}

/** Words that stand beside page numbers, which say nothing by themselves. */
const besideNumbers = /\b(?:page|pages|of|seite|seiten|von|página|de|sur|pagina|di|p)\b/giu;
const saysMoreThanNumber = (text: string): boolean => /\p{L}/u.test(text.replace(besideNumbers, ''));

const charts = /^word\/(charts|diagrams)\//;
const margins = /^word\/(header|footer)\d*\.xml$/;
const changes = new Set(['ins', 'del', 'moveFrom', 'moveTo']);

/** Tells whether a header or footer of Word has text besides fields, or a picture. */
async function saysMore(path: string, part: string): Promise<boolean> {
  let fields = 0;
  let text = '';
  const shows = ({ name, attributes, ends, empty, text: said }: Tag): boolean => {
    if (name === 'fldSimple' && !empty) fields += ends ? -1 : 1;
    else if (name === 'fldChar' && attributes.includes('begin')) fields++;
    else if (name === 'fldChar' && attributes.includes('end')) fields--;
    else if (name === 't' && ends && fields <= 0) text += said;
    return name === 'drawing' || name === 'pict';
  };
  return (await hasTag(path, part, shows)) || saysMoreThanNumber(text);
}

async function findInWord(path: string, names: readonly string[]): Promise<WarningId[]> {
  const found: WarningId[] = [];
  if (names.some(name => charts.test(name))) found.push('charts_left_out');
  if (await hasTag(path, 'word/comments.xml', ({ name }) => name === 'comment'))
    found.push('comments_left_out');
  if (await hasTag(path, 'word/document.xml', ({ name }) => changes.has(name)))
    found.push('changes_accepted');
  for (const name of names)
    if (margins.test(name) && (await saysMore(path, name))) return [...found, 'headers_left_out'];
  return found;
}

const openMargins = new Set(['header', 'footer'].flatMap(name => [name, `${name}-left`, `${name}-first`]));

async function findInOpenDocument(path: string): Promise<WarningId[]> {
  const found = new Set<WarningId>();
  await hasTag(path, 'content.xml', ({ name }) => {
    if (name === 'annotation') found.add('comments_left_out');
    if (name === 'changed-region') found.add('changes_accepted');
    return name === 'body' && found.size === 2;
  });
  let isMargin = false;
  let text = '';
  const shows = ({ name, ends, empty, text: said }: Tag): boolean => {
    // The text before the end of a field is its value.
    if (isMargin && !(ends && /^(page-|date|time|file-name)/.test(name))) text += said;
    if (openMargins.has(name)) isMargin = !ends && !empty;
    return isMargin && name === 'image';
  };
  if ((await hasTag(path, 'styles.xml', shows)) || saysMoreThanNumber(text)) found.add('headers_left_out');
  return [...found];
}

/**
 * Finds parts of a document of an office program that stand beside its text, which Pandoc passes over. A file whose parts cannot
 * be read is left to Pandoc, which says what is wrong with it.
 */
export const findLeftOut = (path: string, format: string, names: readonly string[]): Promise<WarningId[]> =>
  (format === 'docx' ? findInWord(path, names) : findInOpenDocument(path)).catch(() => []);
