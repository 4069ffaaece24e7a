import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runsAll } from '../support/needs.ts';

const run = promisify(execFile);
const packages = ['filemill-0.1.0.tgz', 'filemill-client-0.1.0.tgz'];
/** The supported versions of Node besides our own, from npm's packages; the oldest always runs. */
const nodes = { node20: '20.20.2', ...(runsAll && { node22: '22.23.3' }) };
const platform = `node-${process.platform}-${process.arch}`;
/** Other runtimes that the client supports. */
const others = {
  node18: `${platform}@18.20.8`,
  ...(runsAll && { deno: `@deno/${process.platform}-${process.arch}-glibc@2.9.5` }),
};
let folder: string;
/** The folders in which only the service's package, or only the client's, is installed. */
let installed: string;
let calling: string;

/** A copy of the tree to pack: packing changes the manifests for a while, which other tests would see. */
function copyTree(to: string): void {
  for (const name of [
    'bin',
    'src',
    'client',
    'packing',
    'docs',
    'web/dist',
    'web/site/dist',
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
  for (const path of ['package.json', 'client/package.json'])
    expect(readFileSync(join(tree, path), 'utf8')).toBe(readFileSync(path, 'utf8'));

  const older = Object.entries(nodes).map(([name, version]) => `${name}@npm:${platform}@${version}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  [installed, calling] = ['service', 'client'].map(name => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'package.json'), '{ "private": true }');
    return join(folder, name);
  }) as [string, string];
  await npm(installed, ['install', ...options, join(folder, packages[0]!), ...older]);
  const runtimes = Object.entries(others).map(([name, version]) => `${name}@npm:${version}`);
  await npm(calling, ['install', ...options, join(folder, packages[1]!), ...runtimes]);
}, 1_200_000);
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }));

describe.each(packages)('%s', name => {
  test('has types that resolve for bundlers and for Node, and a valid manifest', async () => {
    const tarball = readFileSync(join(folder, name));
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    if (!analysis.types) throw new Error('there are no types in it');
    // It only supports ES modules, and resolution with `exports`.
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

test('the package includes the built web page, and no sources or tests', async () => {
  const { stdout } = await run('tar', ['tzf', join(folder, packages[0]!)], { maxBuffer: 64 * 1024 * 1024 });
  const names = stdout.trim().split('\n');
  expect(names.filter(path => /(?<!\.d)\.ts$|\.test\.|\/testing\//.test(path))).toEqual([]);
  expect(names.includes('package/web/dist/index.html')).toBe(existsSync('web/dist/index.html'));
  expect(names).toContain('package/node_modules/@filemill/client/dist/index.js');
});

const nodePaths = [process.execPath, ...Object.keys(nodes).map(name => `node_modules/${name}/bin/node`)];

test.each(nodePaths)('the command and the client run under %s', async name => {
  const node = resolve(installed, name);
  const { stdout } = await run(node, ['node_modules/filemill/bin/filemill.mjs', '--version'], {
    cwd: installed,
  });
  expect(stdout.trim()).toBe('0.1.0');
  const places = { 'filemill/client': installed, '@filemill/client': calling };
  for (const [module, cwd] of Object.entries(places)) {
    const script = `import('${module}').then(({ Filemill }) => console.log(Object.keys(new Filemill({ baseUrl: 'http://127.0.0.1', apiKey: 'x' })).length > 5))`;
    expect((await run(node, ['-e', script], { cwd })).stdout.trim()).toBe('true');
  }
});

/** Arranges packages like pnpm: each in its own folder, with links to its dependencies. */
function linkApart(to: string): void {
  const own = join(to, 'node_modules/.pnpm/filemill@0.1.0/node_modules');
  mkdirSync(own, { recursive: true });
  renameSync(join(installed, 'node_modules'), join(to, 'node_modules/.pnpm/node_modules'));
  renameSync(join(to, 'node_modules/.pnpm/node_modules/filemill'), join(own, 'filemill'));
  symlinkSync('.pnpm/filemill@0.1.0/node_modules/filemill', join(to, 'node_modules/filemill'));
  for (const name of readdirSync(join(to, 'node_modules/.pnpm/node_modules')))
    if (!name.startsWith('.')) symlinkSync(`../../node_modules/${name}`, join(own, name));
}

test('the installed service runs jobs in its sandbox for the installed client under several runtimes', async () => {
  const node = join(installed, 'node_modules/node20/bin/node');
  // Started with an older Node: the command finds the bundled one.
  const service = spawn('node_modules/.bin/filemill', ['serve', '--json'], {
    cwd: installed,
    env: {
      ...process.env,
      PATH: `${dirname(node)}:${process.env.PATH}`,
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
      join(calling, 'convert.mjs'),
      `import { Filemill } from '@filemill/client';
       const filemill = new Filemill({ baseUrl: '${url}', apiKey: '${key}' });
       const result = await filemill.convert(new TextEncoder().encode('a,b\\n1,x'), { filename: 'a.csv', to: 'json' });
       console.log(await result.text());`,
    );
    const runtimes: [string, ...string[]][] = [[node], ['node_modules/node18/bin/node', '--no-warnings']];
    if (runsAll) runtimes.push(['node_modules/deno/deno', 'run', '--allow-net']);
    for (const [program, ...args] of runtimes) {
      const convert = spawn(program, [...args, 'convert.mjs'], {
        cwd: calling,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      expect(JSON.parse(await text(convert.stdout))).toEqual([{ a: '1', b: 'x' }]);
    }
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}, 600_000);

test("the command works with pnpm's package layout", async () => {
  const apart = join(folder, 'apart');
  linkApart(apart);
  writeFileSync(join(apart, 'a.csv'), 'a\n1\n');
  await run(join(apart, 'node_modules/filemill/bin/filemill'), ['convert', 'a.csv', '--to', 'yaml'], {
    cwd: apart,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  expect(readFileSync(join(apart, 'a.yaml'), 'utf8')).toBe('- a: "1"\n');
}, 600_000);
