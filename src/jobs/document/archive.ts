import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Converted } from '../../engines/conversion.ts';
import { amendArchive } from '../../engines/pikepdf/engine.ts';
import { run as archive } from '../pdf/pdf-to-pdfa/run.ts';

/** What an office or a page printer calls an archive, held to the rules: mended, or where that is not enough written anew. */
export async function keepRules(
  made: Converted,
  dir: string,
): Promise<{ made: Converted; engines: string[] }> {
  await mkdir(dir);
  const output = join(dir, 'archive.pdf');
  const { problems } = await amendArchive({ inputs: [{ path: made.path }], output }, {});
  if (problems.length === 0) return { made: { ...made, path: output }, engines: ['pikepdf'] };
  const { size } = await stat(made.path);
  const input = { path: made.path, filename: 'archive.pdf', format: 'pdf', size };
  const { outputs, engines } = await archive({ inputs: [input], options: {}, dir, progress: () => {} });
  return { made: { ...made, path: outputs[0]!.path }, engines };
}
