import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));

const printLoads = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { console.error(url); return next(url, context); } });`;

test('a local command loads neither the query builder nor the HTTP client', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(printLoads)}`,
      cli,
      'run',
      'image-convert',
      '--help',
    ],
    { env: { PATH: process.env.PATH } },
  );
  expect(stdout).toContain('image-convert');
  expect(stderr).toContain('src/jobs');
  expect(stderr).not.toMatch(/kysely|undici/);
});
