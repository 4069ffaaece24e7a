import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../../../../src/jobs/run.ts';
import type { job } from './job.ts';

export const run: Run<typeof job> = async ({ options, dir, progress }) => {
  for (let slept = 0; slept < options.ms; slept += 50) {
    await sleep(Math.min(50, options.ms - slept));
    progress((100 * slept) / options.ms);
  }
  if (options.fails) throw new Error('as asked');
  const path = join(dir, 'out.txt');
  await writeFile(path, `slept ${options.ms}`);
  return { outputs: [{ path, filename: 'out.txt', format: 'txt' }], engines: [] };
};
