import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as sources from '../../client/src/index.ts';

const run = promisify(execFile);
/** Lists the exports that a program in a clone gets when it imports the client by name. */
const script = `import('@filemill/client').then(client => console.log(process.features.typescript, Object.keys(client).sort().join()))`;

test('in a clone the client can be imported by name, even on a Node without TypeScript support', async () => {
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/setup/compile-client.ts']);
  const names = Object.keys(sources).sort().join();
  const newer = await run(process.execPath, ['-e', script]);
  expect(newer.stdout).toBe(`strip ${names}\n`);
  const older = await run(process.execPath, ['--no-experimental-strip-types', '-e', script]);
  expect(older.stdout).toBe(`false ${names}\n`);
});
