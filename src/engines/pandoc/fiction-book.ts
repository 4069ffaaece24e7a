import { basename, join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { type PandocDocument, walkNodes } from './images.ts';

type HeaderContent = [level: number, attributes: [id: string, ...unknown[]], text: unknown];

/** Returns the encoding that an XML declaration names; undefined where there is none. */
export const findXmlEncoding = (head: string): string | undefined =>
  /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.-]+)/.exec(head)?.[1];

/** Refuses XML that declares entities, which can unpack to any size or name other files. */
export function refuseEntities(text: string): void {
  if (/<!ENTITY/i.test(text)) throw new JobFailure('unreadable_input', 'XML with entities');
}

/**
 * Makes a FictionBook ready to write: chapters are at the first level and have names that a table of contents can refer to. Returns
 * the cover for an EPUB; elsewhere it is the first picture.
 */
export function settleFictionBook(document: PandocDocument, media: string, to: string): string | undefined {
  const headers = [...walkNodes(document.blocks)]
    .filter(({ t }) => t === 'Header')
    .map(({ c }) => c as HeaderContent)
    .reverse();
  const top = Math.min(...headers.map(([level]) => level));
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
