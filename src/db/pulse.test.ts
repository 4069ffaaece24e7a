import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { until } from '../../tests/support/sending.ts';
import { watchPulse } from './pulse.ts';

let database: FreshDatabase;
afterAll(() => database?.drop());

test('a process that stood still itself does not take the server for gone', async () => {
  database = await freshDatabase();
  const lost: Error[] = [];
  const pulse = watchPulse(database.connection, {
    everySeconds: 0.01,
    patienceSeconds: 0.5,
    onLost: error => lost.push(error),
  });
  for (let times = 0; times < 5; times++) {
    // Longer than the patience, while a question is on its way or about to be.
    const until = performance.now() + 700;
    while (performance.now() < until);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  expect(pulse.beats).toBe(true);
  await pulse.stop();
  expect(lost).toEqual([]);
});

test('a server that takes connections and says nothing is lost', async () => {
  const sockets = new Set<Socket>();
  const server = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lost: Error[] = [];
  const pulse = watchPulse(
    { host: '127.0.0.1', port, user: 'nobody', database: 'none' },
    { everySeconds: 0.01, patienceSeconds: 0.1, onLost: error => lost.push(error) },
  );
  await until(() => lost.length >= 2, 'the loss');
  expect(pulse.beats).toBe(false);
  await pulse.stop();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('connections are cut when another server answers, though it was silent at no question', async () => {
  const starts = ['2026-01-01', '2026-01-01', '2026-01-02', '2026-01-02', '2026-01-02'];
  const lost: number[] = [];
  let asked = 0;
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async () => ({
    rows: [{ locked: 'off', server: starts[Math.min(asked++, starts.length - 1)] }],
  }));
  database ??= await freshDatabase();
  const settings = { everySeconds: 0.01, patienceSeconds: 5, onLost: () => lost.push(asked) };
  const pulse = watchPulse(database.connection, settings);
  await until(() => asked > starts.length, 'some questions');
  await pulse.stop();
  query.mockRestore();
  expect(lost).toEqual([3]);
});
