import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceInstalling, readInstalling } from './installing.ts';
import { type EngineWatch, watchEngines } from './watch.ts';

let dir: string;
let watch: EngineWatch | undefined;
/** The packages that are on the machine. */
let present: Set<string>;
const file = () => join(dir, 'installing.json');
const status = () => join(dir, 'dpkg/status');

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'filemill-engines-'));
  mkdirSync(join(dir, 'dpkg/updates'), { recursive: true });
  writeFileSync(status(), '');
  present = new Set(['small']);
});
afterEach(() => {
  watch?.close();
  rmSync(dir, { recursive: true });
});

const engine = (id: string, comesWithNpm = false) => ({
  id,
  title: id,
  licence: 'MIT',
  packages: [id],
  comesWithNpm,
  probe: async () => (comesWithNpm || present.has(id) ? '1' : undefined),
  facts: async () => ({ languages: [id] }),
});

async function open(): Promise<EngineWatch> {
  watch = await watchEngines({
    load: async () => [engine('small'), engine('large'), engine('npm', true)],
    dpkgDir: join(dir, 'dpkg'),
    installingFile: file(),
    lookSeconds: 0.02,
  });
  return watch;
}

/** Sets the time of the last change in dpkg's status file. */
const changePackages = (second: number) => utimesSync(status(), second, second);

test('detects an engine installed while the worker runs, after hosts are renewed', async () => {
  const { engines, facts, ...rest } = await open();
  const seen: string[] = [];
  rest.beforeChange(async () => void seen.push(`before: ${Object.keys(engines).sort()}`));
  rest.onChange(() => void seen.push(`after: ${Object.keys(engines).sort()}`));
  expect(engines).toEqual({ small: '1', npm: '1' });
  // While dpkg is working, unpacked packages may not run yet.
  writeFileSync(join(dir, 'dpkg/updates/0001'), '');
  present.add('large');
  changePackages(1);
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(seen).toEqual([]);
  rmSync(join(dir, 'dpkg/updates/0001'));
  await expect.poll(() => seen).toEqual(['before: npm,small', 'after: large,npm,small']);
  expect(facts.large).toEqual({ languages: ['large'] });
  present.delete('small');
  changePackages(2);
  await expect.poll(() => Object.keys(engines).sort()).toEqual(['large', 'npm']);
});

test('ignores an engine while set-up installs it, but an npm engine runs without its packages', async () => {
  await announceInstalling(['large', 'npm'], file());
  present.add('large');
  const watching = await open();
  expect(watching.installing).toEqual(['large']);
  expect(watching.engines).toEqual({ small: '1', npm: '1' });
  await announceInstalling([], file());
  await expect.poll(() => watching.installing).toEqual([]);
  expect(watching.engines.large).toBe('1');
});

test('ignores the announcement of a set-up that was killed', async () => {
  writeFileSync(file(), JSON.stringify({ pid: 2 ** 22 + 1, packages: ['large'] }));
  expect(await readInstalling(file())).toEqual([]);
});
