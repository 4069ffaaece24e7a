import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeDataDir } from '../support/data-dir.ts';
import { runsAll, takeSome } from '../support/needs.ts';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
const run = promisify(execFile);

let dataDir: string;
let server: ChildProcess;
let ready: { url: string; key: string; keyId: string; workspaceId: string; signInLink: string };

/** Lets a signal throw an error that nothing handles. */
const unforeseen = "process.on('SIGUSR2', () => { throw new Error('unforeseen'); })";

const env = () => ({ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
const filemill = (...args: string[]) => run(process.execPath, [cli, ...args], { env: env() });
const json = async (...args: string[]) => JSON.parse((await filemill(...args, '--json')).stdout);
const status = async (key: string) =>
  (await fetch(`${ready.url}/api/public/jobs`, { headers: { authorization: `Bearer ${key}` } })).status;

async function serve(): Promise<string> {
  server = spawn(process.execPath, [cli, 'serve', '--json'], {
    env: { ...env(), NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(unforeseen)}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of server.stdout!) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  return text;
}

async function stop(): Promise<number | null> {
  if (server.exitCode !== null) return server.exitCode;
  server.kill('SIGTERM');
  const [code] = (await once(server, 'exit')) as [number | null];
  return code;
}

beforeAll(async () => {
  dataDir = await makeDataDir();
  ready = JSON.parse(await serve());
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('while the server runs', () => {
  test('the first start prints a working key on the enterprise plan', async () => {
    expect(await status(ready.key)).toBe(200);
    const usage = await fetch(`${ready.url}/api/public/usage`, {
      headers: { authorization: `Bearer ${ready.key}` },
    });
    expect(await usage.json()).toMatchObject({ plan: 'enterprise', workspaceId: ready.workspaceId });
  });

  test('keys create --json prints { key, keyId, workspaceId }, each time in a new workspace', async () => {
    const a = await json('keys', 'create', '--plan', 'developer');
    const b = await json('keys', 'create', '--plan', 'developer');
    expect(Object.keys(a).sort()).toEqual(['key', 'keyId', 'workspaceId']);
    expect(a.workspaceId).not.toBe(b.workspaceId);
    expect(await status(a.key)).toBe(200);
  });

  test('--workspace creates a second key in the same workspace', async () => {
    const again = await json('keys', 'create', '--workspace', ready.workspaceId);
    expect(again.workspaceId).toBe(ready.workspaceId);
  });

  test('keys create accepts a plan without API access, and says that its keys are refused', async () => {
    const { stdout, stderr } = await filemill('keys', 'create', '--plan', 'free', '--json');
    expect(stderr).toContain('The plan free does not include access to the API');
    expect(await status(JSON.parse(stdout).key)).toBe(403);
  });

  test('keys list shows keys without their secrets', async () => {
    const text = (await filemill('keys', 'list')).stdout;
    expect(text).toContain(ready.keyId);
    expect(text).not.toContain(ready.key);
    const { keys } = await json('keys', 'list', '--workspace', ready.workspaceId);
    expect(keys[0]).toMatchObject({ keyId: ready.keyId, plan: 'enterprise', status: 'active' });
  });

  test('keys rotate replaces a key, and keys revoke disables it', async () => {
    const old = await json('keys', 'create', '--plan', 'developer', '--scopes', 'jobs:read');
    const fresh = await json('keys', 'rotate', old.keyId, '--overlap', '0');
    expect([await status(old.key), await status(fresh.key)]).toEqual([401, 200]);
    expect(await json('keys', 'revoke', fresh.keyId)).toEqual({ keyId: fresh.keyId, revoked: true });
    const { entries } = await json('audit', '--workspace', old.workspaceId);
    expect(entries).toMatchObject([
      { action: 'key.revoked', actor: { kind: 'server' }, target: { id: fresh.keyId } },
      { action: 'key.rotated', target: { id: old.keyId }, detail: fresh.keyId },
      { action: 'key.created', target: { id: old.keyId }, detail: 'developer' },
    ]);
    expect((await filemill('audit', '--limit', '1')).stdout).toMatch(/^TIME[\s\S]*server\s+key\.revoked/);
    expect(await status(fresh.key)).toBe(401);
  });

  const failing: [args: string[], message: RegExp][] = [
    [['keys', 'create', '--plan', 'platinum'], /no plan platinum; there are developer, enterprise, free/],
    [['redact', 'a.pdf'], /unknown command 'redact'\n\(Try filemill run pdf-redact\.\)/],
    [['keys', 'revoke', 'key_x'], /no key key_x/],
    [['run', 'pdf', 'a.pdf'], /filemill run html-to-pdf, .*filemill run pdf-/],
    [['keys', 'create', '--workspace', 'wsp_x'], /no workspace wsp_x/],
    [['keys', 'create', '--scopes', 'all'], /no scope all/],
    [['keys', 'rotate', 'key_x'], /no key key_x/],
    [['dance'], /unknown command/],
  ];
  test.each(takeSome(failing, 3))(
    '%j fails with a one-sentence message and exit code 1',
    async (args, message) => {
      const failure = await filemill(...args).catch(error => error);
      expect(failure.code).toBe(1);
      expect(failure.stderr).toMatch(message);
      expect(failure.stderr).not.toMatch(/\n\s+at /);
    },
  );

  test('doctor lists the installed engines and the available job types', async () => {
    const report = await json('doctor');
    expect(report.sandbox).toMatchObject({ usable: true });
    expect(report.engines.find((engine: { id: string }) => engine.id === 'sharp')).toMatchObject({
      version: expect.any(String),
    });
    expect(report.jobTypes.find((job: { id: string }) => job.id === 'pdf-merge')).toMatchObject({
      available: true,
    });
    if (runsAll) expect((await filemill('doctor')).stdout).toMatch(/ENGINE\s+VERSION/);
  });

  test('migrate reports that no migration was applied', async () => {
    expect(await json('migrate')).toEqual({ applied: [] });
  });

  describe('the command under an older Node', () => {
    const program = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
    const version = (node: string) =>
      run(node, ['--version']).then(
        ({ stdout }) => stdout,
        () => '',
      );
    const older = async () => {
      const found = ['/usr/bin/node', '/usr/local/bin/node'].map(async node =>
        /^v2[0-3]\./.test(await version(node)) ? [node] : [],
      );
      return (await Promise.all(found)).flat()[0];
    };

    test('restarts with the bundled Node', async ctx => {
      const node = await older();
      if (!node) return ctx.skip();
      const { stdout } = await run(node, [program, '--help'], { env: env() });
      expect(stdout).toContain('Usage: filemill');
    });

    test.each(takeSome(['SIGKILL', 'SIGINT'] as const, 1))('stops the service on %s', async signal => {
      const node = await older();
      if (!node) return;
      const outer = spawn(node, [program, 'serve', '--json'], {
        env: env(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      for await (const chunk of outer.stdout) {
        text += chunk;
        if (text.trimEnd().endsWith('}')) break;
      }
      const { url } = JSON.parse(text);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      outer.kill(signal);
      const [code] = await once(outer, 'exit');
      expect(code).toBe(signal === 'SIGINT' ? 0 : null);
      await expect.poll(() => fetch(`${url}/healthz`).then(String, () => 'gone')).toBe('gone');
    });
  });

  test('--help lists the commands', async () => {
    const { stdout } = await filemill('--help');
    for (const command of ['serve', 'worker', 'keys', 'doctor', 'migrate']) expect(stdout).toContain(command);
    expect((await filemill('keys', 'create', '--help')).stdout).toContain('--plan');
    expect((await filemill('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('a port in use is reported', async () => {
    const { port } = new URL(ready.url);
    const failure = await run(process.execPath, [cli, 'serve'], { env: { ...env(), PORT: port } }).catch(
      error => error,
    );
    expect(failure.code).toBe(1);
    expect(failure.stderr).toContain(`Port ${port} of 127.0.0.1 is in use`);
    expect(await status(ready.key)).toBe(200);
  });

  test('an invalid setting is named in the error', async () => {
    const failure = await run(process.execPath, [cli, 'serve'], { env: { ...env(), PORT: 'many' } }).catch(
      error => error,
    );
    expect(failure.stderr).toContain('PORT');
  });
});

describe('stopping and starting again', () => {
  test('SIGTERM stops gracefully; the next start prints no key and is fast', async () => {
    expect(await stop()).toBe(0);
    await expect(stat(join(dataDir, 'database/cluster/postmaster.pid'))).rejects.toThrow();
    const again = JSON.parse(await serve());
    expect(again).not.toHaveProperty('key');
    // The link for the first user has not been used: every start prints one, and both still work.
    for (const { signInLink } of [ready, again]) expect(signInLink).toMatch(/\/welcome#token=[\w-]{43}$/);
    expect(again.signInLink).not.toBe(ready.signInLink);
    const welcome = await fetch(`${again.url}/api/workspace/welcome`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: ready.signInLink.split('#token=')[1],
        name: 'Ada',
        email: 'ada@example.com',
        password: 'correct horse battery',
      }),
    });
    expect(await welcome.json()).toMatchObject({ workspaces: [{ id: ready.workspaceId, role: 'owner' }] });
    ready = { ...ready, url: again.url };
    expect(await status(ready.key)).toBe(200);
  });

  test.runIf(runsAll)(
    'a repeated signal, as from a process group and from npm, stops gracefully',
    async () => {
      server.kill('SIGTERM');
      await pause(100);
      expect(await stop()).toBe(0);
      await expect(stat(join(dataDir, 'database/cluster/postmaster.pid'))).rejects.toThrow();
      ready = { ...ready, url: JSON.parse(await serve()).url };
    },
  );

  test.runIf(runsAll)('closing the terminal stops gracefully', async () => {
    await stop();
    const command = `${process.execPath} ${cli} serve`;
    // Its last output finds no terminal.
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...env(), LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    for await (const chunk of terminal.stdout) {
      text += chunk;
      if (text.includes('Filemill is ready')) break;
    }
    const cluster = join(dataDir, 'database/cluster/postmaster.pid');
    await stat(cluster);
    terminal.kill('SIGKILL');
    await vi.waitFor(() => expect(stat(cluster)).rejects.toThrow(), { timeout: 100_000, interval: 50 });
    ready = { ...ready, url: JSON.parse(await serve()).url };
  });

  test.runIf(runsAll)('keys can be created while the server is down', async () => {
    await stop();
    const made = await json('keys', 'create', '--plan', 'developer');
    const again = JSON.parse(await serve());
    expect(again).not.toHaveProperty('signInLink');
    ready = { ...ready, url: again.url };
    expect(await status(made.key)).toBe(200);
  });

  test('an error that nothing handled stops the service after the requests that it has', async () => {
    const headers = { authorization: `Bearer ${ready.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'ocr', filename: 'a.png', fileSize: 1, contentType: 'image/png' });
    const created = await fetch(`${ready.url}/api/public/jobs`, { method: 'POST', headers, body });
    const { id } = (await created.json()) as { id: string };
    const waiting = fetch(`${ready.url}/api/public/jobs/${id}?wait=60`, { headers });
    // The waiting request is sent before the one that is answered.
    expect(await status(ready.key)).toBe(200);
    const ended = once(server, 'exit');
    server.kill('SIGUSR2');
    expect((await waiting).status).toBe(200);
    expect(await ended).toEqual([1, null]);
  });
});
