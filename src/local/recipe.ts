import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../contract/errors.ts';
import { follow } from '../domain/work/recipes/chain.ts';
import type { ReadStep } from '../domain/work/recipes/steps.ts';
import { findDeclaredFormat } from '../formats/declared.ts';
import { type LocalFile, planJob } from './plan.ts';
import type { LocalRunner, MadeFile, RunOptions } from './runner.ts';

/** Refuses a file that cannot pass all steps before the first one runs. */
function requireAccepted(steps: ReadStep[], { filename }: LocalFile): void {
  const format = findDeclaredFormat('', filename);
  const chain = format && follow(steps, format);
  const reason =
    chain === undefined ? `the format of ${filename} is not supported.` : 'reason' in chain && chain.reason;
  if (reason)
    throw new ApiError('invalid_file_type', { message: `The recipe does not accept ${filename}: ${reason}` });
}

/** Runs the steps in order, each on the output of the previous one. */
export async function runSteps(
  runner: LocalRunner,
  steps: ReadStep[],
  file: LocalFile,
  options: RunOptions,
): Promise<MadeFile[]> {
  requireAccepted(steps, file);
  let files: LocalFile[] = [file];
  let made: MadeFile[] = [];
  for (const [index, step] of steps.entries()) {
    const dir = index === steps.length - 1 ? options.dir : join(options.dir, `step-${index}`);
    await mkdir(dir, { recursive: true });
    const plan = await planJob(step.job, files, step.options);
    const onProgress = (percent: number) => options.onProgress((100 * index + percent) / steps.length);
    made = await runner.run(plan, { ...options, dir, onProgress });
    if (index > 0) await rm(join(options.dir, `step-${index - 1}`), { recursive: true });
    files = made;
  }
  return made;
}
