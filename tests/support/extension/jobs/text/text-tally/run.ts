import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOutputName, type Run } from 'filemill';
import { settingsOfTally, tally } from '../../../engines/tally/engine.ts';
import type { job } from './job.ts';

export const run: Run<typeof job> = async ({ inputs: [input], options, dir }) => {
  const path = join(dir, 'output.txt');
  const count = await tally(input.path, options.of);
  await writeFile(path, `${count} ${options.of}\n${await settingsOfTally()}`);
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, '-tally.txt'),
        format: 'txt',
        metadata: { count, seesUndeclared: existsSync('/etc/hostname') },
      },
    ],
    engines: ['tally'],
  };
};
