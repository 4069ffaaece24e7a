import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  computeConnectionLimits,
  followConnections,
  limitConnections,
} from '../../src/http/plugins/connections.ts';
import { until } from '../support/sending.ts';
import { useService } from '../support/use-service.ts';

/** Connections that are free for the client, but cost the server one file descriptor each. */
const service = useService();

/** A client that never closes its connection. */
function open(port: number, bytes: string): { socket: Socket; isGone(): boolean } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let gone = false;
  let answered = false;
  socket.on('end', () => {
    answered = true;
  });
  socket.on('error', () => {
    gone = true;
  });
  socket.on('close', () => {
    gone = true;
  });
  socket.resume();
  if (bytes) socket.write(bytes);
  return {
    socket,
    isGone() {
      // Only sending reveals that the other side has closed.
      if (answered && !gone) socket.write('\n');
      return gone;
    },
  };
}

test.each([
  ['a request that is not HTTP', 'NONSENSE\r\n\r\n'],
  ['an incomplete header', 'GET / HTTP/1.1\r\nHost: a\r\nX-Half'],
  ['a CONNECT request', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
])('the connection of %s is closed even if the client keeps it open', async (_, bytes) => {
  const clients = Array.from({ length: 50 }, () => open(Number(new URL(service.url).port), bytes));
  await expect.poll(() => clients.filter(({ isGone }) => !isGone()).length).toBe(0);
});

test('a connection that is reset after a CONNECT request does not end the process', async () => {
  const { port } = new URL(service.url);
  for (let times = 0; times < 20; times++) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    await once(socket, 'connect');
    await new Promise(resolve => socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', resolve));
    socket.resetAndDestroy();
  }
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

test('a connection that sends nothing is closed', async () => {
  const clients = Array.from({ length: 20 }, () => open(Number(new URL(service.url).port), ''));
  let ended = 0;
  for (const { socket } of clients) socket.on('end', () => ended++);
  await expect.poll(() => ended).toBe(20);
  for (const { socket } of clients) socket.destroy();
});

test('a client that pipelines thousands of requests without reading the responses is disconnected', async () => {
  const asked = 'GET /api/public/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5000);
  const clients = Array.from({ length: 5 }, () => open(Number(new URL(service.url).port), asked));
  for (const { socket } of clients) socket.pause();
  await expect.poll(() => clients.every(({ socket }) => isCut(socket))).toBe(true);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

/** Only sending reveals that the other side has closed. */
function isCut(socket: Socket): boolean {
  if (!socket.destroyed) socket.write('\n');
  return socket.destroyed;
}

test('pipelined requests on one connection are answered in order', async () => {
  const { socket } = open(Number(new URL(service.url).port), '');
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  socket.write([...Array(9)].map(() => ask('/healthz')).join('') + ask('/none'));
  await expect
    .poll(() => text.match(/HTTP\/1\.1 \d+/g))
    .toEqual([...Array(9).fill('HTTP/1.1 200'), 'HTTP/1.1 404']);
  socket.destroy();
});

test('server shutdown is not delayed by an open stream, an idle connection or a client that stops reading', async () => {
  let stream: ServerResponse | undefined;
  const server = createServer((request, response) => {
    response.writeHead(200).write('begun');
    if (request.url === '/stream') stream = response;
    else while (response.write(Buffer.alloc(1_000_000)));
  });
  server.keepAliveTimeout = 3_600_000;
  const connections = followConnections(server);
  await new Promise<void>(listening => server.listen(0, listening));
  const { port } = server.address() as AddressInfo;
  const clients = ['/stream', '/download', ''].map(path => {
    const { socket } = open(port, path && `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    if (path === '/download') socket.pause();
    return socket;
  });
  await until(() => stream !== undefined, 'the stream');
  await until(async () => (await connectionsOf(server)) === 3, 'all connections');
  const closed = new Promise(resolve => server.close(resolve));
  connections.end(0.5);
  stream!.end();
  await closed;
  for (const socket of clients) socket.destroy();
});

const connectionsOf = (server: Server): Promise<number> =>
  new Promise(resolve => server.getConnections((_error, count) => resolve(count)));

describe('the connection limit', () => {
  test('leaves file descriptors for the database and hosts, and connections for a second address', () => {
    expect(computeConnectionLimits(400)).toEqual({ inAll: 100, perAddress: 75, crowded: 50 });
    expect(computeConnectionLimits(1024).inAll * 2).toBeLessThanOrEqual(1024 - 200);
    expect(computeConnectionLimits(1_000_000).inAll).toBe(10_000);
  });

  test('applies in total and per address', async () => {
    const server = createServer((_request, response) => response.end('here'));
    limitConnections(server, { inAll: 12, perAddress: 8, crowded: 100 });
    await new Promise<void>(listening => server.listen(0, listening));
    const { port } = server.address() as AddressInfo;
    const from = (localAddress: string) => {
      const socket = connect({ port, host: localAddress, localAddress });
      let closed = false;
      socket.on('close', () => {
        closed = true;
      });
      socket.on('error', () => {});
      return { socket, isClosed: () => closed };
    };
    const first = Array.from({ length: 20 }, () => from('127.0.0.1'));
    await until(
      () => first.filter(({ isClosed }) => isClosed()).length === 12,
      'the excess connections to be closed',
    );
    const second = Array.from({ length: 20 }, () => from('127.0.0.2'));
    await until(
      () => second.filter(({ isClosed }) => isClosed()).length === 16,
      'the excess connections to be closed',
    );
    for (const { socket } of [...first, ...second]) socket.destroy();
    server.close();
  });

  test('closes idle connections once the server is crowded', async () => {
    const server = createServer((_request, response) => response.end('here'));
    limitConnections(server, { inAll: 100, perAddress: 100, crowded: 5 });
    await new Promise<void>(listening => server.listen(0, listening));
    const { port } = server.address() as AddressInfo;
    const idle = Array.from({ length: 5 }, () => open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n').socket);
    await Promise.all(idle.map(socket => new Promise(answered => socket.once('data', answered))));
    let closed = 0;
    for (const socket of idle) socket.on('end', () => closed++);
    const next = open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n').socket;
    await until(() => closed === 5, 'the idle connections to be closed');
    for (const socket of [...idle, next]) socket.destroy();
    server.close();
  });
});
