import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Converted } from '../../engines/conversion.ts';
import { amendArchive } from '../../engines/pikepdf/archive.ts';
import { archiveFile } from '../pdf/documents/archive.ts';

/**
 * Makes a PDF written by an office program or a browser comply with PDF/A: repaired, or if that is not
 * enough, rewritten, which loses the tags of an accessible one.
 */
export async function enforcePdfa(
  made: Converted,
  dir: string,
  isAccessible = false,
): Promise<{ made: Converted; engines: string[] }> {
  await mkdir(dir);
  const output = join(dir, 'archive.pdf');
  const { problems } = await amendArchive({ inputs: [{ path: made.path }], output }, {});
  if (problems.length === 0) return { made: { ...made, path: output }, engines: ['pikepdf'] };
  const { path, engines } = await archiveFile(made.path, dir);
  if (!isAccessible) return { made: { ...made, path }, engines };
  return { made: { ...made, path, warnings: [...(made.warnings ?? []), 'archive_untagged'] }, engines };
}
