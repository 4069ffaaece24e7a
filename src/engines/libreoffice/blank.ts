import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../program.ts';

/** So small that a page is a few hundred dots: any letter or line still leaves a mark. */
const dotsAnInch = 12;

/** A picture in PGM, all of one tone. */
function isOneTone(picture: Buffer): boolean {
  const [header] = /^P5\s+\d+\s+\d+\s+\d+\s/.exec(picture.toString('latin1', 0, 64)) ?? [''];
  const dots = picture.subarray(header.length);
  return dots.every(dot => dot === dots[0]);
}

/**
 * Whether no page of a PDF that the office has made has anything on it, as comes of damaged slides. Pages are drawn only where
 * the file holds neither fonts nor pictures, which the office writes in the open: of most it need not be asked.
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
