import { writeFile } from 'node:fs/promises';
import { PdfObjects, references, text } from './pdf-objects.ts';

interface Setting {
  /** One of the standard fonts, and its size in points. */
  font: string;
  size: number;
  /** Letters of a line at most; a longer word is hyphenated. */
  letters: number;
  /** Lines of a page. */
  lines: number;
  /** A line at the top of each page. */
  head?: string;
}

/** Writes paragraphs by hand, broken into lines and pages, with numbers at the feet of the pages. */
export async function makeText(
  path: string,
  paragraphs: readonly string[],
  setting: Setting,
): Promise<string> {
  const { font, size, head = '' } = setting;
  const lines = paragraphs.flatMap(paragraph => breakLines(paragraph, setting.letters));
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const type = objects.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`);
  const pages: number[] = [];
  for (let from = 0; from < lines.length; from += setting.lines) {
    const shown = lines.slice(from, from + setting.lines).map(line => `${text(line)} Tj T*`);
    const number = `BT /F1 9 Tf 290 30 Td (${pages.length + 1}) Tj ET`;
    const top = `BT /F1 9 Tf 60 810 Td ${text(head)} Tj ET`;
    const content = `${top} BT /F1 ${size} Tf ${1.3 * size} TL 60 770 Td ${shown.join(' ')} ET ${number}`;
    pages.push(
      objects.add(`<< /Type /Page /Parent ${tree} 0 R /Contents ${objects.stream('', content)} 0 R >>`),
    );
  }
  const resources = `<< /Font << /F1 ${type} 0 R >> >>`;
  objects.set(
    tree,
    `<< /Type /Pages /Kids ${references(pages)} /Count ${pages.length} /MediaBox [0 0 595 842] /Resources ${resources} >>`,
  );
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  await writeFile(path, objects.file(`/Root ${catalog} 0 R`));
  return path;
}

/** Breaks a paragraph into lines; a long word is hyphenated. */
export function breakLines(paragraph: string, letters: number): string[] {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1)!;
    const room = letters - line.length - 1;
    if (line === '') lines[lines.length - 1] = word;
    else if (word.length <= room) lines[lines.length - 1] += ` ${word}`;
    else if (word.length > 7 && room > 4 && /^\p{L}+$/u.test(word)) {
      lines[lines.length - 1] += ` ${word.slice(0, 4)}-`;
      lines.push(word.slice(4));
    } else lines.push(word);
  }
  return lines;
}
