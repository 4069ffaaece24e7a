import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Converted } from '../../engines/conversion.ts';
import { amendArchive } from '../../engines/pikepdf/engine.ts';
import { archiveFile } from '../pdf/documents/archive.ts';

/** What an office or a page printer calls an archive, held to the rules: mended, or where that is not enough written anew. */
export async function keepRules(
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
