import type { Box, Page } from '../page-layout/page.ts';
import { poppler } from './open.ts';
import type { PageRange } from './pages.ts';

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name]!);

function boxOf(tag: string): Box {
  const [left, top, right, bottom] = [...tag.matchAll(/"([-\d.]+)"/g)].map(match => Number(match[1]));
  return { left: left!, top: top!, right: right!, bottom: bottom! };
}

const isBlank = (text: string): boolean => text.trim() === '';

/** The words of each page with their places, as `pdftotext -bbox-layout` finds them. */
export async function layoutOf(input: string, range: PageRange, dir: string): Promise<Page[]> {
  const args = ['-bbox-layout', '-f', String(range.first), '-l', String(range.last), input, '-'];
  const { stdout } = await poppler('pdftotext', args, dir, 512 * 1024 * 1024);
  const pages: Page[] = [];
  for (const [, tag, content] of stdout.toString('utf8').matchAll(/<(page|block|line|word)\b([^\n]*)/g)) {
    const page = pages.at(-1);
    const block = page?.blocks.at(-1);
    if (tag === 'page') {
      const [width, height] = [...content!.matchAll(/"([-\d.]+)"/g)].map(match => Number(match[1]));
      pages.push({ width: width!, height: height!, blocks: [] });
    } else if (tag === 'block') page!.blocks.push({ ...boxOf(content!), lines: [] });
    else if (tag === 'line') block!.lines.push({ ...boxOf(content!), text: '', words: [] });
    else {
      const line = block!.lines.at(-1)!;
      const end = content!.indexOf('>');
      const word = unescaped(content!.slice(end + 1, content!.lastIndexOf('</word>')));
      line.text += line.text ? ` ${word}` : word;
      line.words.push({ ...boxOf(content!.slice(0, end)), text: word });
    }
  }
  for (const page of pages) {
    for (const block of page.blocks) block.lines = block.lines.filter(line => !isBlank(line.text));
    page.blocks = page.blocks.filter(block => block.lines.length > 0);
  }
  return pages;
}
