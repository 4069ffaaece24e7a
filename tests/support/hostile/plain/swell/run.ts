import { readFile, writeFile } from 'node:fs/promises';
import { JobFailure } from '../../../../../src/contract/failure.ts';
import type { HostileRun } from '../../probe-context.ts';

/** Creates a file of this size, starting with its path and the input. */
export const run: HostileRun<{ bytes: number }> = async ({ inputs, options, dir }) => {
  const path = `${dir}/swollen.txt`;
  const head = `${dir} ${await readFile(inputs[0].path, 'utf8')} `;
  try {
    await writeFile(path, head.padEnd(options.bytes, 'x'));
  } catch {
    // Like many tools, it does not report a full disk.
    throw new JobFailure('unreadable_input', 'it could not be done');
  }
  return { outputs: [{ path, filename: 'swollen.txt', format: 'txt' }], engines: ['probe'] };
};
