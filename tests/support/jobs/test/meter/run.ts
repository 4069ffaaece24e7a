import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../../../../src/jobs/run.ts';
import type { job } from './job.ts';

const longMs = 600_000;

export const run: Run<typeof job> = async ({ options, dir, charge, progress, partial }) => {
  await charge(options.seconds);
  if (options.percent !== undefined) {
    progress(options.percent);
    partial({ start: 0, end: options.seconds, text: 'all that is said' });
  }
  if (options.ending === 'fails') throw new Error('as asked');
  if (options.ending === 'waits') await sleep(longMs);
  const path = join(dir, 'out.txt');
  await writeFile(path, `charged for ${options.seconds}`);
  return { outputs: [{ path, filename: 'out.txt', format: 'txt' }], engines: [] };
};
