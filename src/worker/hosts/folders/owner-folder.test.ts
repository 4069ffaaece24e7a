import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimFolder } from './owner-folder.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-owners-'));
});
afterAll(() => rm(dir, { recursive: true }));

test('a folder with an unreadable owner file does not block start-up and is removed once it is old', async () => {
  const hourAgo = new Date(Date.now() - 3600_000);
  for (const [name, text] of Object.entries({ cut: '{"boot":', empty: '', 'empty-and-old': '' })) {
    await mkdir(join(dir, `worker-${name}`));
    await writeFile(join(dir, `worker-${name}`, 'owner.json'), text);
    if (name.endsWith('old')) await utimes(join(dir, `worker-${name}`), hourAgo, hourAgo);
  }
  const own = await claimFolder(dir);
  const left = await readdir(dir);
  expect(left.filter(name => !own.path.endsWith(name)).sort()).toEqual(['worker-cut', 'worker-empty']);
  await own.close();
});
