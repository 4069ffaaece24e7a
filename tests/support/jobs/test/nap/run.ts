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
  const held: Buffer[] = [];
  while (held.length < (options.megabytes ?? 0)) held.push(Buffer.alloc(1024 * 1024, 1));
  if (options.fails) throw new Error('as asked');
  const path = join(dir, 'out.txt');
  await writeFile(path, `slept ${options.ms}`);
  return { outputs: [{ path, filename: 'out.txt', format: 'txt' }], engines: [] };
};
