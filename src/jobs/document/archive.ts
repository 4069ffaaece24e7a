import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Converted } from '../../engines/conversion.ts';
import { amendArchive } from '../../engines/pikepdf/archive.ts';
import { archiveFile } from '../pdf/documents/archive.ts';

/**
 * Makes a PDF written by an office program or a browser comply with PDF/A: repaired, or if that is not
 * enough, rewritten.
 */
export async function enforcePdfa(
  made: Converted,
  dir: string,
): Promise<{ made: Converted; engines: string[] }> {
  await mkdir(dir);
  const output = join(dir, 'archive.pdf');
  const { problems } = await amendArchive({ inputs: [{ path: made.path }], output }, {});
  if (problems.length === 0) return { made: { ...made, path: output }, engines: ['pikepdf'] };
  const { path, engines } = await archiveFile(made.path, dir);
  return { made: { ...made, path }, engines };
}
