import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, runsAll } from '../support/needs.ts';
import { pdf } from '../support/samples.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Runs a root file system in separate namespaces, as a container engine does. */
const enter = fileURLToPath(new URL('enter-image.sh', import.meta.url));

const hasTools = await execute('sh', [
  '-c',
  'command -v mmdebstrap && command -v buildah && command -v git',
]).then(
  () => process.getuid?.() === 0,
  () => false,
);

/** It takes ten minutes and needs the network, so only `npm run test:all` runs it. */
describe.skipIf(!runsAll || isMissing(hasTools))('the image', () => {
  let folder: string;
  let image: string;
  let megabytes: number;
  const buildah = async (...args: string[]): Promise<string> => {
    const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
    const { stdout } = await execute('buildah', [...storage, '--storage-driver', 'vfs', ...args], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.trim();
  };

  /** A Debian like its slim image: without manuals and translations. */
  async function makeBases(): Promise<void> {
    const tar = join(folder, 'base.tar');
    const left = ['doc/*', 'man/*', 'locale/*', 'info/*', 'lintian/*'];
    const options = left.map(path => `--dpkgopt=path-exclude=/usr/share/${path}`);
    const kept = '--dpkgopt=path-include=/usr/share/doc/*/copyright';
    await execute('mmdebstrap', ['--variant=minbase', ...options, kept, 'bookworm', tar]);
    const base = await buildah('from', 'scratch');
    await buildah('add', base, tar, '/');
    await buildah('commit', base, 'docker.io/library/debian:bookworm-slim');
    await buildah('run', '--isolation', 'chroot', base, 'useradd', '--create-home', '--uid', '1000', 'node');
    await buildah('copy', base, process.execPath, '/usr/local/bin/node');
    const { stdout: npm } = await execute('sh', ['-c', 'readlink -f "$(command -v npm)"']);
    await buildah('copy', base, join(dirname(npm), '..'), '/usr/local/lib/node_modules/npm');
    // This machine may trust additional certificate authorities.
    await buildah('copy', base, '/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt');
    await writeFile(join(folder, 'npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
    await buildah('copy', base, join(folder, 'npmrc'), '/usr/local/etc/npmrc');
    await buildah(
      ...['run', '--isolation', 'chroot', base, 'ln', '-s'],
      ...['../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'],
    );
    await buildah('commit', base, 'docker.io/library/node:24-bookworm-slim');
    await buildah('rm', base);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filemill-image-'));
    await makeBases();
    const context = join(folder, 'context');
    await mkdir(context);
    // The files known to git, as in a clone, including uncommitted changes.
    const { stdout } = await execute(
      'git',
      ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      {
        cwd: root,
      },
    );
    for (const path of stdout.split('\0').filter(Boolean))
      await cp(join(root, path), join(context, path), { recursive: true }).catch(error => {
        if (error.code !== 'ENOENT') throw error;
      });
    await buildah(
      ...['bud', '--pull-never', '--isolation', 'chroot', '-f', join(context, 'deploy/Dockerfile')],
      ...['--ignorefile', join(context, 'deploy/Dockerfile.dockerignore'), '-t', 'filemill', context],
    );
    image = await buildah('mount', await buildah('from', '--pull-never', 'localhost/filemill'));
    megabytes = Number((await execute('du', ['-sm', image])).stdout.split('\t')[0]);
  }, 3_600_000);
  afterAll(async () => {
    await buildah('rm', '--all');
    await rm(folder, { recursive: true, force: true });
  }, 600_000);

  const run = (args: string[], env: Record<string, string> = {}): ChildProcess =>
    spawn(enter, [image, 'node', 'bin/filemill.mjs', ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });

  test('is not much larger than the documentation says', async () => {
    const page = await readFile(join(root, 'docs/deploying.md'), 'utf8');
    const [, stated] = /(\d\.\d) GB, with every engine/.exec(page)!;
    expect(megabytes / 1000).toBeLessThan(Number(stated) * 1.1);
  });

  test('has every engine, and a sandbox that works for an unprivileged user', async () => {
    const report = JSON.parse(await text(run(['doctor', '--json']).stdout!));
    expect(report.sandbox).toMatchObject({ usable: true, separation: 'user-namespace' });
    const missing = report.engines.filter(({ version }: { version?: string }) => version === undefined);
    expect(missing).toEqual([]);
  });

  test('serves requests, converts documents and stops on SIGTERM', async () => {
    const child = run(['serve', '--json'], { PORT: '0' });
    let output = '';
    child.stdout!.on('data', chunk => (output += chunk));
    await expect.poll(() => output, { timeout: 120_000 }).toMatch(/\}\s*$/);
    const { url, key } = JSON.parse(output) as { url: string; key: string };
    const convert = (to: string, filename: string, body: string | Uint8Array) =>
      fetch(`${url}/api/public/convert/${to}?filename=${filename}&wait=300`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: body as Uint8Array<ArrayBuffer>,
      });
    const head = async (answer: Promise<Response>) =>
      Buffer.from(await (await answer).arrayBuffer()).toString('latin1', 0, 5);
    // One conversion each with LibreOffice, WeasyPrint, Pandoc, Poppler and sharp.
    expect(await head(convert('pdf', 'a.rtf', '{\\rtf1 Hello}'))).toBe('%PDF-');
    expect(await head(convert('pdf', 'a.html', '<h1>Hello</h1>'))).toBe('%PDF-');
    expect(await head(convert('docx', 'a.md', '# Hello'))).toMatch(/^PK/);
    expect(await head(convert('png', 'a.pdf', pdf(['Hello'])))).toMatch(/PNG/);
    expect((await fetch(`${url}/`)).status).toBe(200);
    process.kill(-child.pid!, 'SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});
