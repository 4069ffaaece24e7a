import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { until } from '../../tests/support/sending.ts';
import { TcpProxy } from '../../tests/support/servers/tcp-proxy.ts';
import { watchHeartbeat } from './heartbeat.ts';

let database: FreshDatabase;
afterAll(() => database?.drop());

test('a process that was blocked itself does not consider the server lost', async () => {
  database = await freshDatabase();
  const lost: Error[] = [];
  const pulse = watchHeartbeat(database.connection, {
    everySeconds: 0.01,
    patienceSeconds: 1.5,
    onLost: error => lost.push(error),
  });
  for (let times = 0; times < 4; times++) {
    // Longer than the patience, while a question is on its way or about to be.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  expect(pulse.answers).toBe(true);
  await pulse.stop();
  expect(lost).toEqual([]);
});

test('a server that accepts connections and never answers is considered lost', async () => {
  const sockets = new Set<Socket>();
  const server = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lost: Error[] = [];
  const pulse = watchHeartbeat(
    { host: '127.0.0.1', port, user: 'nobody', database: 'none' },
    { everySeconds: 0.01, patienceSeconds: 0.1, onLost: error => lost.push(error) },
  );
  await until(() => lost.length >= 2, 'the loss');
  expect(pulse.answers).toBe(false);
  await pulse.stop();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('reports that its connection had to be reopened although the server is up', async () => {
  database ??= await freshDatabase();
  const proxy = new TcpProxy(database.connection);
  const port = await proxy.listen();
  const lost: Error[] = [];
  const pulse = watchHeartbeat(
    { ...database.connection, host: '127.0.0.1', port },
    { everySeconds: 0.05, patienceSeconds: 5, onLost: error => lost.push(error) },
  );
  const answers = () => new Promise(resolve => setTimeout(resolve, 300));
  await until(() => pulse.answers, 'an answer');
  await answers();
  expect(lost).toEqual([]);
  proxy.cut();
  await until(() => lost.length > 0, 'the word');
  await answers();
  expect(lost.map(({ message }) => message)).toEqual(['its connection broke']);
  expect(pulse.answers).toBe(true);
  await pulse.stop();
  proxy.close();
});
