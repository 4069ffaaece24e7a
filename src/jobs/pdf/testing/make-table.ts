import { writeFile } from 'node:fs/promises';
import { breakLines } from './make-text.ts';
import { PdfObjects, references, text } from './pdf-objects.ts';

const [left, top, leading, letterWidth] = [50, 780, 12, 6];

/** Writes a table with borders around its cells by hand. Its head is repeated on each page, which has so many rows. */
export async function makeTable(
  path: string,
  [head, ...rows]: string[][],
  { widths, perPage }: { widths: number[]; perPage: number },
): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>');
  const pages: number[] = [];
  for (let from = 0; from < rows.length; from += perPage) {
    const drawn: string[] = [];
    let y = top;
    for (const row of [head!, ...rows.slice(from, from + perPage)]) {
      const cells = row.map((cell, at) => breakLines(cell, Math.floor(widths[at]! / letterWidth) - 1));
      const height = leading * Math.max(...cells.map(lines => lines.length)) + 4;
      let x = left;
      for (const [at, lines] of cells.entries()) {
        const shown = lines.map(line => `${text(line)} Tj T*`).join(' ');
        drawn.push(`${x} ${y - height} ${widths[at]} ${height} re S`);
        drawn.push(`BT /F 10 Tf ${leading} TL ${x + 3} ${y - leading} Td ${shown} ET`);
        x += widths[at]!;
      }
      y -= height;
    }
    const content = objects.stream('', drawn.join('\n'));
    pages.push(objects.add(`<< /Type /Page /Parent ${tree} 0 R /Contents ${content} 0 R >>`));
  }
  objects.set(
    tree,
    `<< /Type /Pages /Kids ${references(pages)} /Count ${pages.length} /MediaBox [0 0 595 842] /Resources << /Font << /F ${font} 0 R >> >> >>`,
  );
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  await writeFile(path, objects.file(`/Root ${catalog} 0 R`));
  return path;
}
