import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSafeFilename } from '@filemill/client';
import { expect, test } from 'vitest';
import { Results } from './results.ts';

test('a session keeps the results of its last hundred calls', async () => {
  const results = new Results();
  try {
    for (let n = 1; n <= 102; n++) {
      const { call, dir } = await results.begin('convert');
      const path = join(dir, 'a.txt');
      if (n === 3) await writeFile(path, 'third');
      call.results = Results.describe(call, [{ path, filename: makeSafeFilename('a.txt'), size: 5 }]);
    }
    expect(results.list()).toHaveLength(100);
    await expect(results.read('filemill://results/call-2/a.txt')).rejects.toThrow('no longer exists');
    expect(await results.read('filemill://results/call-3/a.txt')).toMatchObject({ text: 'third' });
  } finally {
    await results.close();
  }
});
