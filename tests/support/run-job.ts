import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import { declaredFormat } from '../../src/formats/declared.ts';
import type { JobType } from '../../src/jobs/job-type.ts';
import type { RunContext, RunResult } from '../../src/jobs/run.ts';

export interface JobRun extends RunResult {
  dir: string;
  progress: number[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Runs a job type on real files in a work folder of its own, as a host would, options defaulted and checked. */
export async function runJob<Options extends TObject>(
  job: JobType<Options>,
  run: (context: RunContext<Static<Options>>) => Promise<RunResult>,
  files: string | string[],
  options: Record<string, unknown> = {},
): Promise<JobRun> {
  const dir = await mkdtemp(join(tmpdir(), 'filemill-run-'));
  const dispose = () => rm(dir, { recursive: true, force: true });
  try {
    const filled = Value.Default(job.options, structuredClone(options)) as Static<Options>;
    if (!Value.Check(job.options, filled))
      throw new Error(`options: ${JSON.stringify(Value.Errors(job.options, filled))}`);
    const inputs = await Promise.all(
      [files].flat().map(async (file, index) => {
        const path = join(dir, `input-${index}`);
        await copyFile(file, path);
        const format = declaredFormat('', basename(file));
        if (!format) throw new Error(`no format for ${file}`);
        return { path, filename: basename(file), format, size: (await stat(path)).size };
      }),
    );
    job.resolve({ input: inputs[0]!.format, options: filled });
    const progress: number[] = [];
    const result = await run({ inputs, options: filled, dir, progress: percent => progress.push(percent) });
    return { ...result, dir, progress, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
