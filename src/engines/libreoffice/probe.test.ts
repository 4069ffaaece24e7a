import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { engine } from './probe.ts';

test('reports the version of the installed packages', async () => {
  const version = await engine.probe();
  expect(version).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
  const installed = execFileSync('dpkg-query', ['-W', 'python3-uno'], { encoding: 'utf8' });
  expect(installed).toContain(`:${version!.split('.').slice(0, 3).join('.')}-`);
});
