import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const maxBuffer = 256 * 1024 * 1024;

/** Reads a document with other tools than the one that made it. */
export async function qpdfJson(path: string, ...keys: string[]): Promise<Record<string, never>> {
  const args = ['--json=2', '--json-stream-data=none', ...keys.map(key => `--json-key=${key}`), path];
  const { stdout } = await execute('qpdf', args, { maxBuffer }).catch(error => {
    if (error.code === 3) return error as { stdout: string };
    throw error;
  });
  return JSON.parse(stdout);
}

/** Throws, with qpdf's own words, unless the file is sound. */
export const check = (path: string) => execute('qpdf', ['--check', path]);

/** The text of each page, trimmed, by poppler. */
export async function pageTexts(path: string): Promise<string[]> {
  const { stdout } = await execute('pdftotext', ['-layout', path, '-'], { maxBuffer });
  return stdout
    .split('\f')
    .slice(0, -1)
    .map(text => text.trim());
}

export async function pageCount(path: string): Promise<number> {
  const { stdout } = await execute('pdfinfo', [path]);
  return Number(/^Pages: +(\d+)/m.exec(stdout)?.[1]);
}

/** Named destinations and the page each goes to, counted from 1, by poppler. */
export async function namedDestinations(path: string): Promise<Record<string, number>> {
  const { stdout } = await execute('pdfinfo', ['-dests', path], { maxBuffer });
  const found: Record<string, number> = {};
  for (const [, page, name = ''] of stdout.matchAll(/^ *(\d+) \[.*?\] "(.*)"$/gm)) found[name] = Number(page);
  return found;
}

export interface ReadBookmark {
  title: string;
  page: number | null;
  children: ReadBookmark[];
}

/** The outline as qpdf resolves it: titles and pages, counted from 1. */
export async function outline(path: string): Promise<ReadBookmark[]> {
  const { outlines } = (await qpdfJson(path, 'outlines')) as unknown as { outlines: QpdfOutline[] };
  const read = (items: QpdfOutline[]): ReadBookmark[] =>
    items.map(item => ({ title: item.title, page: item.destpageposfrom1, children: read(item.kids) }));
  return read(outlines);
}

interface QpdfOutline {
  title: string;
  destpageposfrom1: number | null;
  kids: QpdfOutline[];
}

/** The label of each page as a reader would show it. */
export async function labels(path: string): Promise<string[] | undefined> {
  const { pages, pagelabels } = (await qpdfJson(path, 'pages', 'pagelabels')) as unknown as {
    pages: unknown[];
    pagelabels: { index: number; label: { '/S'?: string; '/P'?: string; '/St'?: number } }[];
  };
  if (pagelabels.length === 0) return undefined;
  return pages.map((_, at) => {
    const { index, label } = pagelabels.findLast(range => range.index <= at)!;
    return (label['/P']?.replace(/^u:/, '') ?? '') + numeral(label['/S'], (label['/St'] ?? 1) + at - index);
  });
}

function numeral(style: string | undefined, value: number): string {
  if (style === '/D') return String(value);
  if (style === '/r') return ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'][value]!;
  return style ? `${style}${value}` : '';
}

/** Form fields by full name, with their values and the page they stand on. */
export async function fields(path: string): Promise<Record<string, { value: string; page: number }>> {
  const { acroform } = (await qpdfJson(path, 'acroform')) as unknown as {
    acroform: { fields: { fullname: string; value: string; pageposfrom1: number }[] };
  };
  return Object.fromEntries(
    acroform.fields.map(field => [
      field.fullname.replace(/^u:/, ''),
      { value: String(field.value).replace(/^u:/, ''), page: field.pageposfrom1 },
    ]),
  );
}

/** All links of all pages as (page, page it goes to), both counted from 1; by name ones resolved by poppler. */
export async function links(path: string): Promise<[from: number, to: number | string][]> {
  const [{ pages, qpdf }, names] = await Promise.all([
    qpdfJson(path, 'pages', 'qpdf') as unknown as Promise<{
      pages: { object: string }[];
      qpdf: [unknown, Objects];
    }>,
    namedDestinations(path),
  ]);
  const objects = qpdf[1];
  const pageOf = new Map(pages.map((page, index) => [page.object, index + 1]));
  const value = (item: unknown): never =>
    (typeof item === 'string' && / R$/.test(item) ? objects[`obj:${item}`]?.value : item) as never;
  const found: [number, number | string][] = [];
  pages.forEach((page, index) => {
    const annotations = (value((value(page.object) as Annotation)['/Annots']) ?? []) as unknown[];
    for (const reference of annotations) {
      const annotation = value(reference) as Annotation;
      if (annotation['/Subtype'] !== '/Link') continue;
      const target = annotation['/Dest'] ?? (value(annotation['/A']) as Annotation | undefined)?.['/D'];
      if (Array.isArray(target)) found.push([index + 1, pageOf.get(target[0]) ?? 'nowhere']);
      else if (typeof target === 'string')
        found.push([index + 1, names[target.replace(/^(u:|\/)/, '')] ?? target]);
    }
  });
  return found;
}

type Annotation = Record<string, unknown>;
type Objects = Record<string, { value: unknown }>;

/** The text under the tags of a document, in reading order, by poppler; empty if it is not tagged. */
export async function taggedText(path: string): Promise<string> {
  const { stdout } = await execute('pdfinfo', ['-struct-text', path], { maxBuffer });
  return [...stdout.matchAll(/"(.*)"$/gm)].map(([, text = '']) => text.trim()).join(' ');
}
