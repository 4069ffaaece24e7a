import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDir } from '../support/data-dir.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/processes/service-process.ts';
import { begin } from '../support/sending.ts';

let database: FreshDatabase;
let dir: string;
let service: ServiceProcess;

beforeAll(async () => {
  [database, dir] = await Promise.all([freshDatabase(), makeDataDir()]);
  service = await startProcess({
    DATA_DIR: dir,
    DATABASE_URL: database.url,
    API_PROCESSES: '3',
    // The public address does not reveal the port of a process.
    PUBLIC_URL: 'https://files.example:8443',
  });
});

afterAll(async () => {
  await service.stop();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const listenLines = () => service.log.filter(({ msg }) => msg.startsWith('Server listening'));
const listening = () => new Set(listenLines().map(({ pid }) => pid));
/** The shared port. */
const address = () => {
  const places = new Set(listenLines().map(({ msg }) => msg.split(' ').at(-1)));
  expect(places.size).toBe(1);
  return [...places][0];
};

/** Opens a new connection each time, because the kernel distributes connections, not requests. */
async function convert(): Promise<unknown> {
  const response = await fetch(`${address()}/api/public/convert/json?filename=a.csv`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'text/csv',
      connection: 'close',
    },
    body: 'name,n\nAda,1\n',
  });
  expect(response.status).toBe(200);
  return response.json();
}

test('several API_PROCESSES share one port and return the same result', async () => {
  await expect.poll(() => listening().size).toBe(3);
  const results = await Promise.all(Array.from({ length: 24 }, convert));
  for (const result of results) expect(result).toEqual([{ name: 'Ada', n: '1' }]);
  const answering = new Set(service.log.filter(({ reqId }) => reqId).map(({ pid }) => pid));
  expect(answering.size).toBeGreaterThan(1);
});

test('stalled uploads and oversized merges across all processes do not block other requests', async () => {
  const headers = { authorization: `Bearer ${service.key}` };
  const idle = Array.from({ length: 350 }, () =>
    begin('POST', `${address()}/api/public/convert/json?filename=a.csv`, {
      ...headers,
      'content-type': 'text/csv',
      'content-length': 1_000_000,
    }),
  );
  const files = Array.from({ length: 1000 }, () => ({ inputArtifactId: `art_${'0'.repeat(26)}` }));
  const merges = Array.from({ length: 30 }, () =>
    fetch(`${address()}/api/public/merge`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ files }),
    }),
  );
  expect(await Promise.all([convert(), convert(), convert()])).toHaveLength(3);
  for (const { status } of await Promise.all(merges)) expect(status).toBe(413);
  for (const { request } of idle) request.destroy();
});

test('a killed process is replaced, and requests are answered meanwhile', async () => {
  const before = listening();
  const other = [...before].find(pid => pid !== service.child.pid);
  process.kill(other as number, 'SIGKILL');
  await expect.poll(() => listening().size).toBe(4);
  expect(await convert()).toEqual([{ name: 'Ada', n: '1' }]);
});

test('stopping the first process stops all of them', async () => {
  const pids = [...listening()] as number[];
  expect(await service.stop()).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
});
