import { escapeHtml } from '../../markup/escape-html.ts';
import { around, type Block, type Line } from './page.ts';

/** Whether all of a block is in letters that are equally wide, and more than a word in passing unless code comes before it. */
export const isCode = ({ lines }: Block, goesOn: boolean): boolean =>
  lines.every(({ words }) => words.every(({ style }) => style?.even)) &&
  (goesOn || lines.length > 1 || (lines[0]?.words.length ?? 0) > 1);

/** Lines in their order down the page; what stands at one height is one line. */
function joinLines(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const last = joined.at(-1);
    if (!last || (line.top + line.bottom) / 2 > last.bottom) joined.push(line);
    else {
      const words = [...last.words, ...line.words].sort((a, b) => a.left - b.left);
      joined[joined.length - 1] = { ...around([last, line]), words, text: '' };
    }
  }
  return joined;
}

/** Lines as they stand, each word in its column, with an empty line where there is room for one. */
export function formatCode(given: readonly Line[]): string {
  const lines = joinLines(given);
  const words = lines.flatMap(line => line.words);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const wide = words.reduce((sum, { left, right }) => sum + right - left, 0) / letters || 1;
  const margin = Math.min(...lines.map(({ left }) => left));
  const written = lines.map((line, index) => {
    let text = '';
    for (const word of line.words) {
      const column = Math.round((word.left - margin) / wide);
      text = text.padEnd(Math.max(column, text === '' ? 0 : text.length + 1)) + word.text;
    }
    const above = lines[index - 1];
    const apart = above !== undefined && line.top - above.top > 1.8 * (line.bottom - line.top);
    return `${apart ? '\n' : ''}${escapeHtml(text)}`;
  });
  return written.join('\n');
}
