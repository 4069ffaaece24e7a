import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isMissing } from '../../tests/support/needs.ts';
import { canDropPrivileges } from '../../tests/support/plain-user.ts';
import { readProgress, writeCommand } from './debian.ts';
import { listNeeds, listPackages } from './needs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const needed = listPackages(await listNeeds(false));

/** A checkout without dependencies, and a system whose dpkg and apt only record their calls. */
let root: string;
let system: string;

function program(name: string, script: string): void {
  writeFileSync(join(system, 'bin', name), `#!/bin/sh\necho "${name} $*" >> ${system}/calls\n${script}\n`);
  chmodSync(join(system, 'bin', name), 0o755);
}

const installed = (names: string[]) =>
  writeFileSync(join(system, 'installed'), names.map(name => `${name} installed\n`).join(''));
const calls = (): string[] =>
  readFileSync(join(system, 'calls'), 'utf8').trimEnd().split('\n').filter(Boolean);
const forget = () => writeFileSync(join(system, 'calls'), '');

function setUp(...args: string[]) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, 'bin/setup.mjs'), ...args], {
    env: { PATH: `${system}/bin:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

beforeEach(() => {
  const base = mkdtempSync(join(tmpdir(), 'filemill-setup-'));
  root = join(base, 'checkout');
  system = join(base, 'system');
  for (const folder of [
    'bin',
    'packing',
    'src/setup',
    'src/engines',
    'src/contract',
    'src/formats',
    'src/job-and-engine-folders.ts',
    'src/settings/config.ts',
    'src/settings/read-setting.ts',
    'src/settings/s3-address.ts',
  ])
    cpSync(join(project, folder), join(root, folder), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  const lock = JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(root, 'package-lock.json'), lock);
  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock);

  mkdirSync(join(system, 'bin'), { recursive: true });
  forget();
  installed(needed);
  program('npm', 'exit 1');
  program('dpkg-query', `cat ${system}/installed`);
  program('apt-cache', `shift 2; for name in "$@"; do [ $name = qpdf ] || echo "Package: $name"; done`);
  program('apt-get', `case "$*" in *install*) cat ${system}/offer > ${system}/installed;; esac`);
});

afterEach(() => rmSync(join(root, '..'), { recursive: true, force: true }));

test('prints nothing if nothing is missing, and runs no commands the second time', () => {
  expect(setUp()).toEqual({ status: 0, output: '' });
  forget();
  expect(setUp()).toEqual({ status: 0, output: '' });
  expect(calls()).toEqual([]);
});

test('links the command for npx', () => {
  setUp();
  expect(readFileSync(join(root, 'node_modules/.bin/filemill'), 'utf8')).toContain('filemill.mjs');
});

test('installs dependencies that differ from the lock file', () => {
  writeFileSync(
    join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } }),
  );
  const { status, output } = setUp();
  expect(status).toBe(1);
  expect(output).toContain("npm could not install the service's packages");
  expect(calls().find(call => call.startsWith('npm'))).toMatch(
    /^npm install --no-save --ignore-scripts .*--omit=dev$/,
  );
});

test('installs development dependencies for tests, but not to run the service', () => {
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', dev: true } } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  expect(setUp()).toEqual({ status: 0, output: '' });
  expect(setUp('--dev').output).toContain("npm could not install the service's packages");
  expect(calls().find(call => call.startsWith('npm'))).not.toContain('--omit=dev');
});

test('packing installs missing development dependencies', () => {
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', dev: true } } };
  const pack = () =>
    spawnSync(process.execPath, [join(root, 'packing/install-tools.mjs')], {
      env: { PATH: `${system}/bin:/usr/bin:/bin` },
      encoding: 'utf8',
    });
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  program('npm', '');
  expect(pack().status).toBe(0);
  expect(calls()).toEqual([expect.stringMatching(/^npm install (?!.*--omit=dev)/)]);
  forget();
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(lock));
  expect([pack().status, calls()]).toEqual([0, []]);
});

test('checks again after a new engine or other packages on the machine', () => {
  setUp();
  mkdirSync(join(root, 'src/engines/new-one'));
  writeFileSync(
    join(root, 'src/engines/new-one/probe.ts'),
    `export const engine = { id: 'new-one', title: 'New one', licence: 'MIT', packages: ['bubblewrap'], probe: async () => '1' };`,
  );
  forget();
  setUp();
  expect(calls().some(call => call.startsWith('dpkg-query'))).toBe(true);
});

describe('the page', () => {
  /** Makes a page whose builder records that it ran and then runs `builder`. */
  function page(builder: string): void {
    const write = (path: string, text: string) => {
      mkdirSync(join(root, 'web', path, '..'), { recursive: true });
      writeFileSync(join(root, 'web', path), text);
    };
    const lock = JSON.stringify({ packages: { '': {} } });
    write('package.json', JSON.stringify({ type: 'module' }));
    write('package-lock.json', lock);
    write('node_modules/.package-lock.json', lock);
    write('src/main.tsx', 'first');
    write(
      'node_modules/vite/bin/vite.js',
      `import { appendFileSync, mkdirSync } from 'node:fs';
       appendFileSync('${system}/calls', 'vite\\n'); mkdirSync('dist', { recursive: true }); ${builder}`,
    );
  }

  test('is built again when its sources change', () => {
    page('');
    expect(setUp()).toMatchObject({ status: 0, output: expect.stringContaining('page built') });
    forget();
    expect(setUp()).toEqual({ status: 0, output: '' });
    expect(calls()).toEqual([]);
    writeFileSync(join(root, 'web/src/main.tsx'), 'second');
    setUp();
    expect(calls()).toEqual(['vite']);
  });

  test('of older sources is not served while it is built again, and stays if that fails', () => {
    const addresses = join(root, 'web/dist/addresses.json');
    const record = `import { existsSync, writeFileSync } from 'node:fs';
      appendFileSync('${system}/calls', existsSync('dist/addresses.json') ? 'served\\n' : 'hidden\\n');`;
    page(`${record} writeFileSync('dist/addresses.json', '["/"]');`);
    setUp();
    forget();
    writeFileSync(join(root, 'web/src/main.tsx'), 'second');
    setUp();
    expect(calls()).toEqual(['vite', 'hidden']);
    expect(existsSync(addresses)).toBe(true);
    page('process.exit(1)');
    writeFileSync(join(root, 'web/src/main.tsx'), 'third');
    expect(setUp().output).toContain('its build failed');
    expect(readFileSync(addresses, 'utf8')).toBe('["/"]');
  });

  test('that fails to build does not block the start, and is not retried at every start', () => {
    page('process.exit(1)');
    const message = 'the workspace page is not built: its build failed.';
    expect(setUp()).toMatchObject({ status: 0, output: expect.stringContaining(message) });
    forget();
    expect(setUp()).toMatchObject({ status: 0, output: expect.stringContaining(message) });
    expect(calls()).toEqual([]);
  });
});

describe.skipIf(isMissing(process.getuid?.() === 0))('as root', () => {
  test('installs required packages first and the rest together, and names unavailable ones', () => {
    const missing = ['bubblewrap', 'pandoc', 'qpdf'];
    installed(needed.filter(name => !missing.includes(name)));
    writeFileSync(
      join(system, 'offer'),
      needed
        .filter(name => name !== 'qpdf')
        .map(name => `${name} installed\n`)
        .join(''),
    );
    const { status, output } = setUp();
    expect(status).toBe(0);
    const installs = calls().filter(call => call.startsWith('apt-get') && call.includes(' install '));
    expect(installs).toHaveLength(2);
    expect(installs[0]).toMatch(/ install -y --no-install-recommends bubblewrap$/);
    expect(installs[1]).toMatch(/ install -y --no-install-recommends pandoc$/);
    expect(output).toMatch(
      /still missing: .*Poppler.* or run:\n {2}apt-get install -y --no-install-recommends qpdf\n/,
    );
  });

  test('starts without network, and does not wait for apt at the next start', () => {
    installed(needed.filter(name => name !== 'pandoc'));
    program('apt-get', 'case "$*" in *--version*) ;; *) echo "E: Could not connect" >&2; exit 100;; esac');
    const first = setUp();
    expect(first.status).toBe(0);
    expect(first.output).toContain('apt-get failed: Could not connect');
    forget();
    const second = setUp();
    expect(second.status).toBe(0);
    expect(second.output).toBe(
      'filemill set-up: still missing: Pandoc. Retry with `node bin/setup.mjs`, or run:\n  apt-get install -y --no-install-recommends pandoc\n',
    );
    expect(calls()).toEqual([]);
  });

  test('names a package that cannot be downloaded with how to retry, and installs the others', () => {
    installed(needed.filter(name => !['pandoc', 'ffmpeg'].includes(name)));
    program(
      'apt-get',
      `case "$*" in
        *install*pandoc*) echo 'E: Failed to fetch http://deb.debian.org/pool/main/p/pandoc/pandoc_2.17.1-2_amd64.deb  404  Not Found [IP: 1.2.3.4 80]' >&2; exit 100;;
        *install*) for name in ffmpeg; do echo "$name installed" >> ${system}/installed; done;;
      esac`,
    );
    const { status, output } = setUp();
    expect(status).toBe(0);
    expect(output).toContain('Pandoc: the package pandoc could not be downloaded (404 Not Found)');
    expect(output).toMatch(
      /still missing: Pandoc\. Retry with `node bin\/setup\.mjs`, or run:\n {2}apt-get install -y --no-install-recommends pandoc\n$/,
    );
  });

  test('starts the service as soon as it can run, while the rest is installed', async () => {
    installed(needed.filter(name => !['bubblewrap', 'pandoc'].includes(name)));
    // apt-get hangs until the file `go` exists, and then installs.
    program(
      'apt-get',
      `case "$*" in
        *install*bubblewrap*) echo "bubblewrap installed" >> ${system}/installed;;
        *install*pandoc*) while [ ! -e ${system}/go ]; do sleep 0.05; done; echo "pandoc installed" >> ${system}/installed;;
      esac`,
    );
    writeFileSync(
      join(root, 'bin/filemill.mjs'),
      `import { readFileSync } from 'node:fs';
       console.log('serving', process.argv.slice(2).join(' '), readFileSync('${root}/node_modules/.cache/filemill-installing.json', 'utf8'));
       process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);`,
    );
    const child = spawn(process.execPath, [join(root, 'bin/start.mjs')], {
      env: { PATH: `${system}/bin:/usr/bin:/bin` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    await expect.poll(() => output).toMatch(/serving serve --pull-models .*"packages":\["pandoc"\]/);
    expect(calls().some(call => /install .*pandoc/.test(call))).toBe(true);
    writeFileSync(join(system, 'go'), '');
    await expect.poll(() => output).toMatch(/Debian packages installed in \d+ s/);
    expect(existsSync(join(root, 'node_modules/.cache/filemill-installing.json'))).toBe(false);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});

const user = 61_234;

/** Runs as an unprivileged user at a terminal, with a scripted sudo. */
describe.skipIf(isMissing(canDropPrivileges(user)))('with sudo on a terminal', () => {
  function atTerminal(sudo: string) {
    program('sudo', `[ "$1" = --version ] && exit 0; ${sudo.replace('exec', '[ "$1" = -v ] || exec')}`);
    installed(needed.filter(name => name !== 'pandoc'));
    writeFileSync(join(system, 'offer'), needed.map(name => `${name} installed\n`).join(''));
    spawnSync('chown', ['-R', `${user}`, join(root, '..')]);
    const command = `${process.execPath} ${join(root, 'bin/setup.mjs')}`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      uid: user,
      env: { PATH: `${system}/bin:/usr/bin:/bin` },
      encoding: 'utf8',
    });
    return stdout;
  }
  const asked = () => calls().filter(call => /^sudo (env|-v)/.test(call));

  test('installs missing packages with sudo', () => {
    expect(atTerminal('exec "$@"')).toMatch(/Debian packages installed in \d+ s/);
    expect(asked().at(-1)).toMatch(/ apt-get .* install -y --no-install-recommends pandoc$/);
  });

  test('asks a user whom sudo refuses only once, and prints the command', () => {
    const output = atTerminal('echo "she is not in the sudoers file." >&2; exit 1');
    expect(output).toContain('apt-get failed: she is not in the sudoers file.');
    expect(output).toContain('sudo apt-get install -y --no-install-recommends pandoc');
    expect(asked()).toHaveLength(1);
  });
});

test('the printed command updates the package lists first if there are none', () => {
  const install = 'apt-get install -y --no-install-recommends qpdf';
  expect(writeCommand(['qpdf'], 'root', false)).toBe(install);
  expect(writeCommand(['qpdf'], 'none', false)).toBe(`sudo ${install}`);
  expect(writeCommand(['qpdf'], 'none', true)).toBe(`sudo apt-get update && sudo ${install}`);
});

test('reads apt’s progress while it downloads and installs', () => {
  expect(readProgress('dlstatus:1:50.0:Retrieving file 1 of 2')).toEqual({
    percent: 25,
    text: 'Retrieving file 1 of 2',
  });
  expect(readProgress('pmstatus:pandoc:50.0:Unpacking pandoc')).toEqual({
    percent: 75,
    text: 'Unpacking pandoc',
  });
  expect(readProgress('Reading package lists...')).toBeUndefined();
});
