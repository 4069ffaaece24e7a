import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from 'filemill';
import type { job } from './job.ts';

export const run: Run<typeof job> = async ({ inputs, options, dir }) => {
  const path = join(dir, 'joined.txt');
  const texts = await Promise.all(inputs.map(input => readFile(input.path, 'utf8')));
  await writeFile(path, texts.join(options.between));
  return { outputs: [{ path, filename: 'joined.txt', format: 'txt' }], engines: ['tally'] };
};
