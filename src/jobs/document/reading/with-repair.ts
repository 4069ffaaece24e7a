import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import type { Warning } from '../../../contract/warnings.ts';
import { repairDocument } from '../../../engines/pikepdf/engine.ts';
import { withRescue } from '../../pdf/documents/rescue.ts';
import type { RunResult } from '../../run.ts';

/**
 * Works on a PDF. If it cannot be read, it is repaired as in PDF jobs, and the work is done on the repaired
 * file.
 */
export async function withRepair<Result extends Pick<RunResult, 'engines' | 'warnings'>>(
  path: string,
  password: string | undefined,
  dir: string,
  work: (path: string, dir: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(path, dir);
  } catch (error) {
    if (!(error instanceof JobFailure) || error.reason !== 'unreadable_input') throw error;
    const mended = join(dir, 'mended');
    await mkdir(mended);
    const output = join(mended, 'mended.pdf');
    const input = { path, ...(password !== undefined && { password }) };
    const { engines } = await withRescue(mended, [input], ([only]) =>
      repairDocument({ inputs: [only], output }, {}),
    ).catch(() => {
      throw error;
    });
    const result = await work(output, mended);
    const warnings: Warning[] = [...(result.warnings ?? []), { code: 'damaged_input' }];
    return { ...result, warnings, engines: [...new Set([...engines, ...result.engines])] };
  }
}
