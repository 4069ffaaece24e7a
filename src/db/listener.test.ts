import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { openListener } from './listener.ts';

/** A way to the server that can be closed and opened again, as a network or a restart would. */
async function openGate(target: { host: string; port: number }) {
  const open = new Set<Socket>();
  let refusing = false;
  let refused = 0;
  const server = createServer(socket => {
    socket.on('error', () => {});
    if (refusing) {
      refused++;
      socket.destroy();
      return;
    }
    const beyond = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    beyond.on('error', () => socket.destroy());
    beyond.on('close', () => socket.destroy());
    socket.on('close', () => beyond.destroy());
    socket.pipe(beyond).pipe(socket);
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    refused: () => refused,
    connections: () => open.size,
    close() {
      refusing = true;
      for (const socket of open) socket.destroy();
    },
    open: () => (refusing = false),
    end: () => server.close(),
  };
}

test('reconnects with a single listener after a long outage, with limited retries', async () => {
  const database = await freshDatabase();
  const way = await openGate(database.connection);
  const listener = await openListener(
    { ...database.connection, host: '127.0.0.1', port: way.port },
    ['news'],
    () => {},
  );
  const received: (string | undefined)[] = [];
  listener.on('news', payload => received.push(payload));
  way.close();
  await expect.poll(way.refused).toBeGreaterThanOrEqual(5);
  // If retries multiplied, there would be dozens by now.
  expect(way.refused()).toBeLessThan(8);
  way.open();
  await expect.poll(() => received).toEqual([undefined]);
  const notifier = new pg.Client(database.connection);
  await notifier.connect();
  await notifier.query(`select pg_notify('news', 'good')`);
  await expect.poll(() => received).toEqual([undefined, 'good']);
  expect(way.connections()).toBe(1);
  await notifier.end();
  await listener.close();
  await expect.poll(way.connections).toBe(0);
  way.end();
  await database.drop();
});
