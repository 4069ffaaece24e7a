import { countLetters, type Line } from './page.ts';

/** Formats lines as code, with each word in its column and an empty line where there is room for one. */
export function formatCode(lines: readonly Line[]): string {
  const words = lines.flatMap(line => line.words);
  const width =
    words.reduce((sum, { left, right }) => sum + right - left, 0) / (countLetters(words) || 1) || 1;
  const margin = Math.min(...lines.map(({ left }) => left));
  return lines
    .map((line, at) => {
      let text = '';
      for (const word of line.words) {
        const column = Math.round((word.left - margin) / width);
        const least = text === '' || word.glued ? text.length : text.length + 1;
        text = text.padEnd(Math.max(column, least)) + word.text;
      }
      const above = lines[at - 1];
      const isApart = above !== undefined && line.baseline - above.baseline > 1.8 * line.size;
      return `${isApart ? '\n' : ''}${text}`;
    })
    .join('\n');
}
