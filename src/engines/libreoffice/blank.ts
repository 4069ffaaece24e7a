import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../program.ts';

/** A resolution so low that a page is a few hundred dots: any letter or line still leaves a mark. */
const dotsAnInch = 12;

/** Tells whether all pixels of a PGM picture have one tone. */
function isOneTone(picture: Buffer): boolean {
  const [header] = /^P5\s+\d+\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 64)) ?? [''];
  const dots = picture.subarray(header.length);
  return dots.every(dot => dot === dots[0]);
}

/**
 * Tells whether all pages of a PDF that LibreOffice has made are blank, as happens with damaged slides. Pages are drawn
 * only if the file holds neither fonts nor pictures, which LibreOffice writes uncompressed.
 */
export async function isBlank(path: string, dir: string): Promise<boolean> {
  const file = await readFile(path);
  if (file.includes('/FontFile') || file.includes('/Image')) return false;
  const stem = 'blank';
  await runProgram('pdftoppm', ['-r', String(dotsAnInch), '-gray', path, stem], { cwd: dir });
  for (const name of await readdir(dir))
    if (name.startsWith(`${stem}-`) && !isOneTone(await readFile(join(dir, name)))) return false;
  return true;
}
