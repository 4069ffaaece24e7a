import { writeFile } from 'node:fs/promises';
import type { Convert } from 'filemill';
import { tally } from './engine.ts';

export const convert: Convert = async ({ input, output, options }) => {
  const counts = { lines: await tally(input, 'lines'), words: await tally(input, 'words') };
  await writeFile(output, JSON.stringify(counts, null, options.pretty === false ? 0 : 2));
  return [{ path: output }];
};
