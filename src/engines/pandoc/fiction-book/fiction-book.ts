import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

type HeaderContent = [level: number, attributes: [id: string, ...unknown[]], text: unknown];

/** Returns the encoding that an XML declaration names; undefined if there is none. */
export const findXmlEncoding = (head: string): string | undefined =>
  /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.-]+)/.exec(head)?.[1];

/** Refuses XML that declares entities, which can unpack to any size or name other files. */
export function refuseEntities(text: string): void {
  if (/<!ENTITY/i.test(text)) throw new JobFailure('unreadable_input', 'XML with entities');
}

const readAttribute = (element: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(element)?.[1] ?? '';

/** Gives pictures without an extension the one of their type: writers tell the type of a picture by it. */
export function nameImages(book: string): string {
  const named = new Map<string, string>();
  for (const [element] of book.matchAll(/<binary\b[^>]*>/g)) {
    const id = readAttribute(element, 'id');
    const type = /^image\/(jpe?g|png|gif|webp)$/.exec(readAttribute(element, 'content-type'))?.[1];
    if (id && type && !/\.\w{3,4}$/.test(id)) named.set(id, `${id}.${type.replace('jpeg', 'jpg')}`);
  }
  if (named.size === 0) return book;
  return book
    .replace(/(<binary\b[^>]*?\sid\s*=\s*["'])([^"']*)/g, (_, head, id) => head + (named.get(id) ?? id))
    .replace(/(<image\b[^>]*?href\s*=\s*["']#)([^"']*)/g, (_, head, id) => head + (named.get(id) ?? id));
}

const listHeaders = ({ blocks }: PandocDocument): HeaderContent[] =>
  [...walkNodes(blocks)]
    .filter(({ t }) => t === 'Header')
    .map(({ c }) => c as HeaderContent)
    .reverse();

/** Joins the words of a part of the tree without spaces, so that two parts can be compared. */
const joinWords = (part: unknown): string =>
  [...walkNodes(part)]
    .filter(({ t }) => t === 'Str')
    .map(({ c }) => String(c))
    .reverse()
    .join('')
    .toLowerCase();

/** Drops the book's title at the top of its text: it stands in the metadata, and the chapters would all be parts of it. */
function dropRepeatedTitle(document: PandocDocument): void {
  const [first, ...others] = listHeaders(document);
  const title = joinWords(document.meta.title);
  if (!first || !title || !joinWords(first[2]).includes(title)) return;
  if (others.length === 0 || others.some(([level]) => level <= first[0])) return;
  document.blocks = document.blocks.filter(block => (block as { c: unknown }).c !== first);
}

/**
 * Makes a FictionBook ready to write: chapters are at the first level and have names that a table of contents can refer to,
 * and the language is known. Returns the cover for an EPUB; elsewhere it is the first picture.
 */
export async function settleFictionBook(
  document: PandocDocument,
  source: string,
  media: string,
  to: string,
): Promise<string | undefined> {
  dropRepeatedTitle(document);
  const headers = listHeaders(document);
  const top = Math.min(...headers.map(([level]) => level));
  const language = /<lang>\s*([\w-]{2,35})\s*<\/lang>/.exec(await readFile(source, 'utf8'))?.[1];
  if (language) document.meta.lang ??= { t: 'MetaString', c: language };
  for (const [index, header] of headers.entries()) {
    header[0] -= top - 1;
    header[1][0] ||= `chapter-${index + 1}`;
  }
  const cover = document.meta['cover-image'] as { c?: unknown } | undefined;
  delete document.meta['cover-image'];
  if (typeof cover?.c !== 'string') return undefined;
  const path = join(media, basename(cover.c));
  if (to === 'epub') return path;
  document.blocks.unshift({ t: 'Para', c: [{ t: 'Image', c: [['', [], []], [], [path, '']] }] });
  return undefined;
}
