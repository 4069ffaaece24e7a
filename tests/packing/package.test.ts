import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const packages = ['filemill-0.1.0.tgz', 'filemill-client-0.1.0.tgz'];
/** Every Node that is promised; npm's own packages of it. */
const nodes = { node20: '20.20.2', node22: '22.23.3' };
const platform = `node-${process.platform}-${process.arch}`;
let folder: string;
let installed: string;

/** The tree as it is, to pack: packing changes the manifests for a while, which other tests would see. */
function copyTree(to: string): void {
  for (const name of [
    'bin',
    'src',
    'client',
    'packing',
    'docs',
    'web/dist',
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
  ])
    if (existsSync(name)) cpSync(name, join(to, name), { recursive: true });
  mkdirSync(join(to, 'node_modules/@filemill'), { recursive: true });
  for (const name of readdirSync('node_modules'))
    if (name !== '@filemill' && name !== '.cache')
      symlinkSync(join(process.cwd(), 'node_modules', name), join(to, 'node_modules', name));
  symlinkSync('../../client', join(to, 'node_modules/@filemill/client'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-packing-'));
  const tree = join(folder, 'tree');
  copyTree(tree);
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const npm = (cwd: string, args: string[]) =>
    run('npm', args, { cwd, env: { ...process.env, PATH: path }, maxBuffer: 64 * 1024 * 1024 });
  await npm(tree, ['pack', '--pack-destination', folder]);
  await npm(join(tree, 'client'), ['pack', '--pack-destination', folder]);
  expect(readFileSync(join(tree, 'package.json'), 'utf8')).toBe(readFileSync('package.json', 'utf8'));

  installed = join(folder, 'empty');
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{ "private": true }');
  const older = Object.entries(nodes).map(([name, version]) => `${name}@npm:${platform}@${version}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await npm(installed, ['install', ...options, ...packages.map(name => join(folder, name)), ...older]);
}, 1_200_000);
afterAll(() => rm(folder, { recursive: true }));

describe.each(packages)('%s', name => {
  test('has types that resolve for bundlers and for Node, and a manifest without faults', async () => {
    const tarball = readFileSync(join(folder, name));
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    if (!analysis.types) throw new Error('there are no types in it');
    // It is for modules alone, and for resolution that knows `exports`.
    const problems = analysis.problems.filter(
      problem =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(problems).toEqual([]);
    const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } });
    expect(messages).toEqual([]);
  });
});

test('brings the page where it was built, and no sources or tests', async () => {
  const { stdout } = await run('tar', ['tzf', join(folder, packages[0]!)], { maxBuffer: 64 * 1024 * 1024 });
  const names = stdout.trim().split('\n');
  expect(names.filter(path => /(?<!\.d)\.ts$|\.test\.|\/testing\//.test(path))).toEqual([]);
  expect(names.includes('package/web/dist/index.html')).toBe(existsSync('web/dist/index.html'));
  expect(names).toContain('package/node_modules/@filemill/client/dist/index.js');
});

const nodePaths = [process.execPath, ...Object.keys(nodes).map(name => `node_modules/${name}/bin/node`)];

test.each(nodePaths)('the command and the client run under %s', async node => {
  const at = { cwd: installed };
  const { stdout } = await run(node, ['node_modules/.bin/filemill', '--version'], at);
  expect(stdout.trim()).toBe('0.1.0');
  const script = `import('@filemill/client').then(({ Filemill }) => console.log(Object.keys(new Filemill({ baseUrl: 'http://127.0.0.1', apiKey: 'x' })).length > 5))`;
  expect((await run(node, ['-e', script], at)).stdout.trim()).toBe('true');
});

test('the installed service does a job in its sandbox, for the installed client under Node 20', async () => {
  const node = join(installed, 'node_modules/node20/bin/node');
  const service = spawn(node, ['node_modules/.bin/filemill', 'serve', '--json'], {
    cwd: installed,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      MODELS: 'none',
      DATABASE_URL: '',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    for await (const chunk of service.stdout) {
      said += chunk;
      if (said.trimEnd().endsWith('}')) break;
    }
    const { url, key } = JSON.parse(said) as { url: string; key: string };
    writeFileSync(
      join(installed, 'convert.mjs'),
      `import { Filemill } from '@filemill/client';
       const filemill = new Filemill({ baseUrl: '${url}', apiKey: '${key}' });
       const result = await filemill.convert(new TextEncoder().encode('a,b\\n1,x'), { filename: 'a.csv', to: 'json' });
       console.log(await result.text());`,
    );
    const convert = spawn(node, ['convert.mjs'], { cwd: installed, stdio: ['ignore', 'pipe', 'inherit'] });
    expect(JSON.parse(await text(convert.stdout))).toEqual([{ a: '1', b: 'x' }]);
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}, 600_000);
