import { JobFailure } from '../../contract/failure.ts';
import { unescapeXml } from '../../markup/tags.ts';
import type { Box, Page, Style, Word } from '../page-layout/page.ts';
import type { Link } from './drawn.ts';
import { poppler } from './open.ts';
import type { PageRange } from '../page-ranges.ts';

interface Stretch extends Box, Style {}

/** Names of fonts whose letters are all equally wide. */
const evenFont = /mono|courier|consol|typewriter|menlo|\bcmtt|fixed/i;

/** Places come as whole numbers: asked for in thirds of a point, the finest there is, they are exact enough. */
const zoom = 3;
const safeLink = /^(https?:|mailto:)/i;

function stretchOf(attributes: string, content: string, even: ReadonlySet<string>): Stretch {
  const number = (name: string) =>
    Number(new RegExp(`\\b${name}="(-?\\d+)"`).exec(attributes)?.[1] ?? 0) / zoom;
  const [left, top] = [number('left'), number('top')];
  const href = unescapeXml(/<a href="([^"]*)"/.exec(content)?.[1] ?? '');
  return {
    ...{ left, top, right: left + number('width'), bottom: top + number('height') },
    bold: content.includes('<b>'),
    italic: content.includes('<i>'),
    ...(isEven(attributes, even) ? { even: true } : {}),
    ...(href && safeLink.test(href) ? { link: href } : {}),
  };
}

const isEven = (attributes: string, even: ReadonlySet<string>): boolean =>
  even.has(/\bfont="(\d+)"/.exec(attributes)?.[1] ?? '');

/** The stretches of each page that are bold, italic, a link or of even letters. */
async function stretchesOf(input: string, range: PageRange, dir: string): Promise<Stretch[][]> {
  const args = [
    '-xml',
    '-i',
    '-nodrm',
    '-fontfullname',
    '-zoom',
    String(zoom),
    '-f',
    String(range.first),
    '-l',
    String(range.last),
  ];
  const { stdout } = await poppler('pdftohtml', [...args, '-stdout', input], dir, {
    maxStdout: 512 * 1024 * 1024,
  });
  const even = new Set<string>();
  const [, ...pages] = stdout.toString('utf8').split(/<page\b/);
  return pages.map(page => {
    for (const [, font = '', family = ''] of page.matchAll(/<fontspec id="(\d+)"[^>]*? family="([^"]*)"/g))
      if (evenFont.test(family)) even.add(font);
    return [...page.matchAll(/<text ([^>]*)>(.*?)<\/text>/gs)].flatMap(([, attributes = '', content = '']) =>
      /<[bia]\b/.test(content) || isEven(attributes, even) ? [stretchOf(attributes, content, even)] : [],
    );
  });
}

function mark(word: Word, stretches: readonly Stretch[]): void {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  const found = stretches.find(
    each => x >= each.left && x <= each.right && y >= each.top && y <= each.bottom,
  );
  if (found)
    word.style = {
      ...{ bold: found.bold, italic: found.italic },
      ...(found.link ? { link: found.link } : {}),
      ...(found.even ? { even: true } : {}),
    };
}

/** Links cover the words in their boxes: `pdftohtml` has them cover all that touches one. */
export function markLinks(page: Page, links: readonly Link[]): void {
  for (const block of page.blocks)
    for (const line of block.lines)
      for (const word of line.words) {
        const { link: _, ...style } = word.style ?? { bold: false, italic: false };
        const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
        const found = links.find(
          each => x >= each.left && x <= each.right && y >= each.top && y <= each.bottom,
        );
        const link = found && safeLink.test(found.address) ? found.address : undefined;
        if (link || word.style) word.style = { ...style, ...(link && { link }) };
      }
}

/** Says of every word how it is set. A document that does not tell keeps its words. */
export async function markStyles(
  pages: readonly Page[],
  input: string,
  range: PageRange,
  dir: string,
): Promise<void> {
  const stretches = await stretchesOf(input, range, dir).catch(error => {
    if (error instanceof JobFailure && error.reason === 'unreadable_input') return [];
    throw error;
  });
  for (const [index, page] of pages.entries()) {
    const own = stretches[index];
    if (own?.length)
      for (const block of page.blocks)
        for (const line of block.lines) for (const word of line.words) mark(word, own);
  }
}
