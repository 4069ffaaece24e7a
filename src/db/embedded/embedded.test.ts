import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { isMissing, runsAll, takeSome } from '../../../tests/support/needs.ts';
import { canDropPrivileges } from '../../../tests/support/plain-user.ts';
import type { EmbeddedConnection } from './cluster-paths.ts';
import { type Embedded, embeddedConnection, startEmbedded } from './embedded.ts';

const log = { info: () => {}, warn: () => {} };
const module = new URL('./embedded.ts', import.meta.url).href;

let base: string;
let made: string;
const held: Embedded[] = [];
const children: ChildProcess[] = [];

const start = async (dir: string): Promise<Embedded> => {
  const embedded = await startEmbedded({ dir, log });
  held.push(embedded);
  return embedded;
};

/** Starts a process that keeps the server running until it is killed or stopped. */
async function holder(dir: string, wrap: string[] = []) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(module)};
    const embedded = await startEmbedded({ dir: ${JSON.stringify(dir)}, log: console });
    console.log(JSON.stringify({ connection: embedded.connection, adopted: embedded.adopted }));
    process.stdin.once('data', () => embedded.stop().then(() => process.exit(0)));`;
  const [command, ...args] = [...wrap, process.execPath, '--input-type=module', '-e', script];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' });
  children.push(child);
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('the holder ended before it had the server')),
  );
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => {});
  return {
    ...(JSON.parse(line.toString()) as { connection: EmbeddedConnection; adopted: boolean }),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async stop() {
      child.stdin.write('stop');
      await once(child, 'exit');
    },
  };
}

async function query(connection: EmbeddedConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client.query(text).then(
    async ({ rows }) => {
      await client.end();
      return rows;
    },
    async error => {
      await client.end().catch(() => {});
      throw error;
    },
  );
}

const pidFile = (dir: string): string => join(dir, 'database/cluster/postmaster.pid');
const pidIn = async (dir: string): Promise<number> =>
  Number((await readFile(pidFile(dir), 'utf8')).split('\n')[0]);

const copy = (from: string, to: string) => expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);

/** A data folder of the test's own, copied from a made one because making one takes a second. */
async function folder(name: string): Promise<string> {
  const dir = join(base, name);
  copy(made, dir);
  return dir;
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'filemill-embedded-'));
  made = join(base, 'made');
  const first = await startEmbedded({ dir: made, log });
  expect(first.adopted).toBe(false);
  await query(first.connection, 'create table kept (n int); insert into kept values (1)');
  await first.stop();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const embedded of held.splice(0)) await embedded.stop();
});

afterAll(() => rm(base, { recursive: true, force: true }));

test('a second start finds the data of the first, and stopping ends the server', async () => {
  const dir = made;
  const embedded = await startEmbedded({ dir, log });
  expect(await query(embedded.connection, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(await embeddedConnection(dir)).toEqual(embedded.connection);
  await embedded.stop();
  expect(await embeddedConnection(dir)).toBeUndefined();
  await expect(stat(pidFile(dir))).rejects.toThrow('ENOENT');
});

test('the server is durable, listens on no port, and its socket is closed to other users', async () => {
  const { connection } = await start(made);
  const [row] = await query(
    connection,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
            current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as addresses,
            current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding`,
  );
  expect(row).toEqual({
    fsync: 'on',
    pages: 'on',
    commit: 'on',
    addresses: '',
    checksums: 'on',
    encoding: 'UTF8',
  });
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
});

test('text sorts by code point and lower() handles non-ASCII letters on every machine', async () => {
  const { connection } = await start(made);
  expect(await query(connection, `select lower('ÄΣ') as low, 'a' < 'B' as mixed`)).toEqual([
    { low: 'äσ', mixed: false },
  ]);
});

test('a server left behind by a killed process is adopted with every acknowledged row', async () => {
  const dir = await folder('orphan');
  const dead = await holder(dir);
  expect(dead.adopted).toBe(false);
  const pid = await pidIn(dir);
  await query(dead.connection, 'insert into kept values (2)');
  await dead.kill();

  const embedded = await start(dir);
  expect(embedded.adopted).toBe(true);
  expect(await pidIn(dir)).toBe(pid);
  expect(await query(embedded.connection, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
});

test.each(takeSome(['started', 'adopted'], 1))(
  'a killed server that was %s is restarted without losing acknowledged rows',
  async how => {
    const dir = await folder(`killed-${how}`);
    if (how === 'adopted') await (await holder(dir)).kill();
    const embedded = await start(dir);
    expect(embedded.adopted).toBe(how === 'adopted');
    const pool = new pg.Pool({ ...embedded.connection, max: 2 });
    pool.on('error', () => {});
    await pool.query('insert into kept values (3)');
    // Backends in the middle of something outlive their postmaster, which is what makes a restart hard.
    const busy = pool.query('select pg_sleep(60)').catch((error: Error) => error);
    process.kill(await pidIn(dir), 'SIGKILL');

    const rows = await vi.waitFor(async () => (await pool.query('select n from kept order by n')).rows, {
      timeout: 100_000,
      interval: 50,
    });
    expect(rows).toEqual([{ n: 1 }, { n: 3 }]);
    expect(await busy).toBeInstanceOf(Error);
    await pool.end();
  },
);

test('a server killed together with its user recovers every acknowledged row', async () => {
  const dir = await folder('both');
  const dead = await holder(dir);
  const client = new pg.Client(dead.connection);
  client.on('error', () => {});
  await client.connect();
  for (let n = 10; n < 30; n++) await client.query('insert into kept values ($1)', [n]);
  const pid = await pidIn(dir);
  await dead.kill();
  process.kill(pid, 'SIGKILL');

  const embedded = await start(dir);
  expect(embedded.adopted).toBe(false);
  expect(await query(embedded.connection, 'select count(*)::int as n from kept where n >= 10')).toEqual([
    { n: 20 },
  ]);
});

test('stale pid and lock files from before a power cut do not prevent a start, even if the pid is in use', async () => {
  const dir = await folder('recycled');
  const other = spawn('sleep', ['60']);
  children.push(other);
  const run = join(dir, 'database/run');
  const stale = [
    other.pid,
    join(dir, 'database/cluster'),
    1,
    5432,
    run,
    '',
    '  1234567    0',
    'ready   ',
    '',
  ].join('\n');
  await writeFile(pidFile(dir), stale);
  await writeFile(join(run, '.s.PGSQL.5432.lock'), stale);

  expect(await embeddedConnection(dir)).toBeUndefined();
  const embedded = await start(dir);
  expect(embedded.adopted).toBe(false);
  expect(await query(embedded.connection, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

test('exactly one of several simultaneous starters starts the server, which runs until the last stops', async () => {
  const dir = await folder('together');
  const users = await Promise.all([holder(dir), start(dir), holder(dir)]);
  expect(users.filter(user => !user.adopted)).toHaveLength(1);
  const [one, here, two] = users;
  await one.stop();
  await held.splice(0)[0]!.stop();
  expect(await query(here.connection, 'select n from kept')).toEqual([{ n: 1 }]);
  await two.stop();
  expect(await embeddedConnection(dir)).toBeUndefined();
});

test.runIf(runsAll)(
  'refuses to start beside a server it cannot see, such as one in another container',
  async () => {
    const dir = await folder('unseen');
    const other = spawn('flock', ['--exclusive', join(dir, 'database/server.lock'), 'sleep', '60'], {
      detached: true,
    });
    await vi.waitFor(
      () => expect(spawnSync('flock', ['-n', join(dir, 'database/server.lock'), 'true']).status).toBe(1),
      100_000,
    );
    await expect(startEmbedded({ dir, log })).rejects.toThrow('in use by a PostgreSQL that cannot be seen');
    process.kill(-other.pid!, 'SIGKILL');
    expect((await start(dir)).adopted).toBe(false);
  },
);

test.runIf(runsAll)('a server whose starter was killed early is adopted', async () => {
  const dir = await folder('young');
  for (const after of [30, 60, 90]) {
    const script = `import { startEmbedded } from ${JSON.stringify(module)}; startEmbedded({ dir: ${JSON.stringify(dir)}, log: console });`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    await vi.waitFor(() => stat(join(dir, 'database/server.lock')), { interval: 5, timeout: 100_000 });
    await sleep(after);
    starter.kill('SIGKILL');
    const embedded = await startEmbedded({ dir, log });
    expect(await query(embedded.connection, 'select n from kept')).toEqual([{ n: 1 }]);
    await embedded.stop();
    await rm(join(dir, 'database/server.lock'));
  }
});

test.runIf(runsAll)('stopping after the data folder was removed still ends the server', async () => {
  const dir = await folder('removed');
  const embedded = await startEmbedded({ dir, log });
  const pid = await pidIn(dir);
  await rm(dir, { recursive: true, force: true });
  await embedded.stop();
  await vi.waitFor(() => expect(stat(`/proc/${pid}`)).rejects.toThrow('ENOENT'), 100_000);
});

test.runIf(runsAll)('a server whose socket was deleted is restarted', async () => {
  const dir = await folder('swept');
  const dead = await holder(dir);
  await dead.kill();
  await rm(join(dead.connection.host, '.s.PGSQL.5432'));
  const embedded = await start(dir);
  expect(await query(embedded.connection, 'select n from kept')).toEqual([{ n: 1 }]);
});

test.runIf(runsAll)(
  'a data folder with a path too long for a socket gets a socket in a short runtime folder',
  async () => {
    const dir = await folder(`deep ,"${'x'.repeat(120)}`);
    const embedded = await start(dir);
    expect(embedded.connection.host.length).toBeLessThan(80);
    expect((await stat(embedded.connection.host)).mode & 0o777).toBe(0o700);
    expect(await query(embedded.connection, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await embeddedConnection(dir)).toEqual(embedded.connection);
    await rm(embedded.connection.host, { recursive: true });
  },
);

test.runIf(runsAll)('a data folder with spaces, commas and quotes in its name works', async () => {
  const embedded = await start(await folder(`a, "b" 'c'`));
  expect(await query(embedded.connection, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('refuses a runtime folder that other users can enter', async () => {
  const dir = await folder(`open-${'x'.repeat(120)}`);
  const runtime = join(base, 'runtime');
  await mkdir(runtime);
  const embedded = await startEmbedded({ dir, log, socketDirFallback: runtime });
  await embedded.stop();
  expect(embedded.connection.host.startsWith(runtime)).toBe(true);
  await chmod(embedded.connection.host, 0o755);
  await expect(startEmbedded({ dir, log, socketDirFallback: runtime })).rejects.toThrow('closed to others');
});

test('refuses a cluster of another PostgreSQL version by name', async () => {
  const dir = await folder('old');
  await writeFile(join(dir, 'database/cluster/PG_VERSION'), '15\n');
  await expect(startEmbedded({ dir, log })).rejects.toThrow('created by PostgreSQL 15');
});

test.runIf(runsAll)('removes leftovers of an interrupted first start', async () => {
  const dir = join(base, 'interrupted');
  await mkdir(join(dir, 'database/cluster.new-dead'), { recursive: true, mode: 0o700 });
  copy(join(made, 'database/cluster'), join(dir, 'database/cluster.new-half'));
  const embedded = await start(dir);
  expect(await query(embedded.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(stat(join(dir, 'database/cluster.new-half'))).rejects.toThrow('ENOENT');
});

test.runIf(runsAll)('a moved data folder works from its new place', async () => {
  const dir = await folder('before');
  await (await startEmbedded({ dir, log })).stop();
  await rename(dir, join(base, 'after'));
  const embedded = await start(join(base, 'after'));
  expect(embedded.connection.host).toBe(join(base, 'after/database/run'));
});

test('Ctrl-C in the terminal does not reach the server', async () => {
  await start(made);
  const pid = await pidIn(made);
  const session = Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')[3]);
  expect(session).toBe(pid);
});

const asUser = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
const nobody = 65534;
const canBePlainUser = canDropPrivileges(nobody);

test.skipIf(isMissing(canBePlainUser)).each([
  ['a plain user', nobody],
  ['a user without a name', 1234],
])('%s runs the server as itself, and root serves that folder as its owner', async (_, uid) => {
  await chmod(base, 0o755);
  const dir = join(base, `plain-${uid}`);
  await mkdir(dir, { mode: 0o700 });
  await chown(dir, uid, uid);
  const user = await holder(dir, asUser(uid));
  const owner = async () => (await stat(`/proc/${await pidIn(dir)}`)).uid;
  expect(await owner()).toBe(uid);
  await query(user.connection, 'create table theirs (n int)');
  await user.stop();

  const embedded = await start(dir);
  expect(await owner()).toBe(uid);
  expect(await query(embedded.connection, 'select * from theirs')).toEqual([]);
});

/** Simulates a container that forbids user namespaces. */
async function withoutNamespaces(): Promise<string[]> {
  const bin = join(base, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return ['env', `PATH=${bin}:${process.env.PATH}`];
}

test.skipIf(isMissing(canBePlainUser))(
  'root without user namespaces runs the server as the user nobody, in a separate folder',
  async () => {
    await chmod(base, 0o755);
    const dir = join(base, 'contained');
    await mkdir(dir, { mode: 0o700 });
    const { connection, stop } = await holder(dir, await withoutNamespaces());
    expect((await stat(`/proc/${await pidIn(dir)}`)).uid).toBe(nobody);
    expect((await stat(dir)).mode & 0o007).toBe(0);
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  },
);

test.skipIf(isMissing(canBePlainUser))(
  'says what to do if the user nobody cannot access the folder',
  async () => {
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const [command, ...args] = [
      ...(await withoutNamespaces()),
      process.execPath,
      '--input-type=module',
      '-e',
      `import { startEmbedded } from ${JSON.stringify(module)};
     await startEmbedded({ dir: ${JSON.stringify(join(closed, 'data'))}, log: console }).catch(e => console.log(e.message));`,
    ];
    await mkdir(join(closed, 'data'), { mode: 0o700 });
    const { stdout } = spawnSync(command, args, { encoding: 'utf8' });
    expect(stdout).toContain(`who may not enter ${closed}/data`);
    expect(stdout).toContain('such as /opt');
  },
);

test.skipIf(isMissing(process.getuid?.() === 0))(
  'root runs the server without privileges, inside a home closed to others',
  async () => {
    const home = join(base, 'home');
    await mkdir(home, { mode: 0o700 });
    const dir = join(home, 'data');
    copy(made, dir);
    await start(dir);
    const status = await readFile(`/proc/${await pidIn(dir)}/status`, 'utf8');
    expect(/^CapEff:\t(\w+)/m.exec(status)?.[1]).toBe('0000000000000000');
  },
);
