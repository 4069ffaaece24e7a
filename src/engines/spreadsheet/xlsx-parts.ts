import { JobFailure } from '../../contract/failure.ts';
import { textAfterLast } from '../../text.ts';
import { openEntry } from '../container/read-zip.ts';
import { findTagEnd, unescapeXml } from '../text/tags.ts';

/** A tag's name without its prefix, and its attributes as written. */
export interface Markup {
  name: string;
  attributes: string;
  /** `<a/>`, or the end of an element. */
  empty: boolean;
  ends: boolean;
  /** What stood between this tag and the one before, references and all. */
  text: string;
}

/** The patterns are the same few for every cell. */
const patterns = new Map<string, RegExp>();
function findPattern(name: string): RegExp {
  const known = patterns.get(name) ?? new RegExp(`(?:^|\\s|:)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, known);
  return known;
}

export function attribute(attributes: string, name: string): string | undefined {
  if (attributes === '') return undefined;
  const at = attributes.indexOf(` ${name}="`);
  if (at >= 0) {
    const start = at + name.length + 3;
    return unescapeXml(attributes.slice(start, attributes.indexOf('"', start)));
  }
  const found = findPattern(name).exec(attributes);
  return found ? unescapeXml(found[1] ?? found[2] ?? '') : undefined;
}

const unifyBreaks = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** What an element says: its references resolved, and characters Office writes as _xHHHH_ in their place. */
export function readText(text: string): string {
  const said = unescapeXml(unifyBreaks(text));
  return said.includes('_x')
    ? said.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : said;
}

/** The end of a section that begins with `<!`, or -1 where it has not arrived yet. */
function findSectionEnd(source: string, open: number): number {
  const closing = source.startsWith('<!--', open)
    ? '-->'
    : source.startsWith('<![CDATA[', open)
      ? ']]>'
      : '>';
  const at = source.indexOf(closing, open);
  return at < 0 ? -1 : at + closing.length;
}

/** By a mark, else by what the part says of itself. */
function chooseDecoder(chunk: Buffer): InstanceType<typeof TextDecoder> {
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)/.exec(chunk.toString('latin1', 0, 200))?.[1];
  const label = chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : (declared ?? 'utf-8');
  // Without a mark or zeros it is no UTF-16, whatever it says.
  return new TextDecoder(/^utf-?16$/i.test(label) ? 'utf-8' : label, { fatal: true });
}

/** Goes through a part of any size as it unpacks; `take` sees each tag. */
export async function* walkPart<Found>(
  chunks: AsyncIterable<Buffer>,
  take: (markup: Markup) => Found | undefined,
): AsyncGenerator<Found> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let rest = '';
  let before = '';
  let depth = 0;
  for await (const chunk of chunks) {
    decoder ??= chooseDecoder(chunk);
    const source = rest + decoder.decode(chunk, { stream: true });
    let at = 0;
    for (;;) {
      const open = source.indexOf('<', at);
      if (open < 0) break;
      const special = source.charCodeAt(open + 1);
      if (special === 33) {
        const end = findSectionEnd(source, open);
        if (end < 0) break;
        before += source.slice(at, open);
        if (source.startsWith('<![CDATA[', open))
          before += source
            .slice(open + 9, end - 3)
            .replaceAll('&', '&amp;')
            .replaceAll('<', '&lt;');
        at = end;
        continue;
      }
      const close = findTagEnd(source, open);
      if (close < 0) break;
      const ends = special === 47;
      const empty = source.charCodeAt(close - 1) === 47;
      if (ends) depth--;
      else if (!empty && special !== 63) depth++;
      let start = ends ? open + 2 : open + 1;
      let end = start;
      const last = empty ? close - 1 : close;
      for (; end < last; end++) {
        const code = source.charCodeAt(end);
        if (code === 58) start = end + 1;
        else if (code <= 32) break;
      }
      const text = before === '' ? source.slice(at, open) : before + source.slice(at, open);
      before = '';
      const found = take({
        name: source.slice(start, end),
        attributes: source.slice(end, last),
        empty,
        ends,
        text,
      });
      at = close + 1;
      if (found !== undefined) yield found;
    }
    rest = source.slice(at);
  }
  if (depth > 0 || rest.includes('<') || decoder?.decode())
    throw new JobFailure('unreadable_input', 'xlsx: a part that is cut short');
}

const mostPart = 64 * 1024 * 1024;

async function readTags(path: string, part: string): Promise<Markup[]> {
  const chunks = await openEntry(path, part);
  const tags: Markup[] = [];
  let size = 0;
  if (!chunks) return tags;
  const counted = (async function* () {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > mostPart) throw new JobFailure('limit_exceeded', `xlsx: ${part} is too large`);
      yield chunk;
    }
  })();
  for await (const tag of walkPart(counted, markup => markup)) if (!tag.ends) tags.push(tag);
  return tags;
}

export interface XlsxSheet {
  name: string;
  hidden: boolean;
  part: string;
}
export interface XlsxBook {
  sheets: XlsxSheet[];
  /** Days are counted from 1904, as early Macs did. */
  from1904: boolean;
  strings?: string | undefined;
  /** What each style makes of a number. */
  kinds: NumberKind[];
}

function resolvePath(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (/^[\\/]/.test(target) ? target : `${folder}/${target}`).split(/[\\/]/)) {
    if (part === '..') parts.pop();
    else if (part && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

interface Relation {
  id: string;
  type: string;
  target: string;
}
async function readRelations(
  path: string,
  folder: string,
  name: string,
  own: (part: string) => string,
): Promise<Relation[]> {
  const tags = await readTags(path, own(`${folder ? `${folder}/` : ''}_rels/${name}.rels`));
  return tags
    .filter(tag => tag.name === 'Relationship')
    .map(({ attributes }) => ({
      id: attribute(attributes, 'Id') ?? '',
      type: textAfterLast(attribute(attributes, 'Type') ?? '', '/'),
      target: resolvePath(folder, attribute(attributes, 'Target') ?? ''),
    }));
}

export type NumberKind = 'number' | 'day' | 'clock' | 'duration';

const getBuiltInKind = (id: number): NumberKind => {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58))
    return 'day';
  if (id === 46) return 'duration';
  return (id >= 18 && id <= 21) || id === 45 || id === 47 || (id >= 32 && id <= 35) ? 'clock' : 'number';
};

/** What a number format shows: a day, a time of day, hours that count on beyond a day, or a number. */
export function findKind(code: string): NumberKind {
  const [first = ''] = code.replace(/"[^"]*"?|\\.|_.|\*./g, '').split(';');
  if (/\[(h+|m+|s+)\]/i.test(first)) return 'duration';
  const letters = first.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  if (/[0#?]/.test(letters.replace(/[hms]\.?0+/gi, '')) && !/[ydhs]/i.test(letters)) return 'number';
  if (/[yd]|mmm|^[^hs]*m[^hs]*$/i.test(letters)) return 'day';
  return /[hs]/i.test(letters) ? 'clock' : 'number';
}

async function readKinds(path: string, part: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  for (const { name, attributes } of await readTags(path, part)) {
    if (name === 'numFmt')
      codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
    else if (name === 'cellXfs') inCells = true;
    else if (name === 'cellStyles' || name === 'dxfs' || name === 'cellStyleXfs') inCells = false;
    else if (name === 'xf' && inCells) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      const code = codes.get(id);
      kinds.push(code === undefined ? getBuiltInKind(id) : findKind(code));
    }
  }
  return kinds;
}

/** What a workbook is made of, `entries` being the names in its zip. */
export async function openXlsx(path: string, entries: readonly string[]): Promise<XlsxBook> {
  // Names of parts are compared without case and with either kind of slash.
  const names = new Map(entries.map(name => [name.replaceAll('\\', '/').toLowerCase(), name]));
  const own = (part: string) => names.get(part.toLowerCase()) ?? part;
  const workbook = (await readRelations(path, '', '', own)).find(
    ({ type }) => type === 'officeDocument',
  )?.target;
  if (!workbook) throw new JobFailure('unreadable_input', 'xlsx: no workbook');
  const folder = workbook.split('/').slice(0, -1).join('/');
  const relations = await readRelations(path, folder, textAfterLast(workbook, '/'), own);
  const tags = await readTags(path, own(workbook));
  const sheets = tags
    .filter(tag => tag.name === 'sheet')
    .flatMap(({ attributes }): XlsxSheet[] => {
      const id = attribute(attributes, 'id');
      const relation = relations.find(each => each.id === id && each.type === 'worksheet');
      const state = attribute(attributes, 'state');
      return relation
        ? [
            {
              name: attribute(attributes, 'name') ?? '',
              hidden: state === 'hidden' || state === 'veryHidden',
              part: own(relation.target),
            },
          ]
        : [];
    });
  const properties = tags.find(tag => tag.name === 'workbookPr')?.attributes ?? '';
  const findPart = (type: string) => relations.find(each => each.type === type)?.target;
  const [strings, styles] = [findPart('sharedStrings'), findPart('styles')];
  return {
    sheets,
    from1904: /^(1|true)$/.test(attribute(properties, 'date1904') ?? ''),
    strings: strings && own(strings),
    kinds: styles ? await readKinds(path, own(styles)) : [],
  };
}
