import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadJobTypes } from '../../src/jobs/registry.ts';
import { chooseExample, listFiles } from '../../web/site/examples/example.ts';
import { writeCommand, writeCurl, writeJavaScript, writePython } from '../../web/site/pages/requests.ts';
import { runsAll } from '../support/needs.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
const base = mkdtempSync(join(tmpdir(), 'filemill-commands-'));
afterAll(() => rmSync(base, { recursive: true }));
const run = promisify(execFile);
/** All programs use one workspace, because each has hosts of its own, which take time to start. */
let key: string | undefined;
beforeAll(async () => {
  ({ key } = await service.client());
});

/** The job types whose pages show a result, or without `TEST_ALL` one of them. */
const shown = [...(await loadJobTypes()).values()].filter(({ id }) =>
  existsSync(`web/site/examples/results/${id}`),
);
const chosen = shown.filter(({ id }) => runsAll || id === 'image-compress');

/** Runs a program of the page in a new folder, and returns the path of its output. */
async function make(how: string, id: string, inputs: readonly string[], program: string, args: string[]) {
  const folder = join(base, id, how);
  mkdirSync(folder, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const name of inputs) cpSync(`web/site/examples/inputs/${name}`, join(folder, name));
  writeFileSync(join(folder, 'request.mjs'), args[0] ?? '');
  const env = {
    ...process.env,
    PATH: `${resolve('bin')}:${process.env.PATH}`,
    FILEMILL_URL: service.url,
    FILEMILL_API_KEY: key,
    API: `${service.url}/api/public`,
    AUTH: `Authorization: Bearer ${key}`,
  };
  await run(program, args.length > 1 ? args.slice(1) : args, { cwd: folder, env });
  const known = [...inputs, 'node_modules', 'request.mjs'];
  const made = readdirSync(folder).filter(name => !known.includes(name));
  expect(made).toHaveLength(1);
  return join(folder, made[0]!);
}

test.each(chosen.map(job => [job.id, job] as const))(
  'every example request on the page of %s works',
  async (id, job) => {
    const example = chooseExample(job);
    const files = listFiles(example);
    const curl = await make('curl', id, files, 'sh', ['', '-c', writeCurl(job, example)]);
    const node = await make('node', id, files, process.execPath, [
      writeJavaScript(job, example),
      'request.mjs',
    ]);
    const command = await make('command', id, files, 'sh', ['', '-c', writeCommand(job, example)]);
    const made = [curl, node];
    if (!(await run('python3', ['-c', 'import requests']).catch(error => error)).code)
      made.push(await make('python', id, files, 'python3', ['', '-c', writePython(job, example)]));
    // All produce the same kind of file, and the command produces the files that the page shows.
    const starts = made.map(path => readFileSync(path).subarray(0, 4).toString('latin1'));
    expect(new Set(starts).size).toBe(1);
    const results = readdirSync(`web/site/examples/results/${id}`).filter(
      name => !name.endsWith('.pdf.webp'),
    );
    const names = example.isMany ? readdirSync(command) : [command.split('/').at(-1)];
    expect(names).toEqual(expect.arrayContaining(results));
  },
);
