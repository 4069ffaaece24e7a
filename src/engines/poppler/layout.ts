import type { Box } from '../../documents/boxes.ts';
import { unescapeXml } from '../../markup/tags.ts';
import type { PageRange } from '../page-ranges.ts';
import { runPoppler } from './open.ts';
import type { Block, Line, Page } from './words.ts';

const numbers = {
  width: / width="([-\d.]+)"/,
  height: / height="([-\d.]+)"/,
  left: / xMin="([-\d.]+)"/,
  top: / yMin="([-\d.]+)"/,
  right: / xMax="([-\d.]+)"/,
  bottom: / yMax="([-\d.]+)"/,
};
const readNumber = (tag: string, name: keyof typeof numbers): number => Number(numbers[name].exec(tag)?.[1]);

const readBox = (tag: string): Box => ({
  left: readNumber(tag, 'left'),
  top: readNumber(tag, 'top'),
  right: readNumber(tag, 'right'),
  bottom: readNumber(tag, 'bottom'),
});

/** Reads tags of one name, with their content up to tags of another name. */
function readTag<T>(text: string, inner: string, read: (text: string) => T): { tag: string; within: T[] } {
  const [tag = '', ...within] = text.split(new RegExp(`<${inner}\\b`));
  return { tag, within: within.map(read) };
}

function readBlock(text: string): Block {
  const { tag, within } = readTag(text, 'line', readLine);
  return { ...readBox(tag), lines: within };
}

function readLine(text: string): Line {
  const { tag, within } = readTag(text, 'word', word => {
    const end = word.indexOf('>');
    return {
      ...readBox(word.slice(0, end)),
      text: unescapeXml(word.slice(end + 1, word.indexOf('</word>'))),
    };
  });
  const said = within.reduce((line, word) => (line ? `${line} ${word.text}` : word.text), '');
  return { ...readBox(tag), text: said, words: within };
}

/**
 * Reads the words of each page with their positions, as `pdftotext -bbox-layout` finds them. `flags` are
 * further arguments of that program.
 */
export async function readWords(
  input: string,
  { first, last }: PageRange,
  dir: string,
  flags: readonly string[] = [],
): Promise<Page[]> {
  const args = ['-bbox-layout', ...flags, '-f', String(first), '-l', String(last), input, '-'];
  const { stdout } = await runPoppler('pdftotext', args, dir, { maxStdout: 512 * 1024 * 1024 });
  return readTag(stdout.toString('utf8'), 'page', text => {
    const { tag, within } = readTag(text, 'block', readBlock);
    return { width: readNumber(tag, 'width'), height: readNumber(tag, 'height'), blocks: within };
  }).within;
}
