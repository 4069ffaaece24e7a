import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { useBodies } from './bodies.ts';
import { useErrors } from './errors.ts';

const app = Fastify() as unknown as App;
beforeAll(async () => {
  useErrors(app);
  useBodies(app, 3);
  app.post('/echo', { schema: { body: {} } }, async ({ body }) => ({ body }));
  app.get('/slow', async () => {
    await setTimeout(4000);
    return { done: true };
  });
  await app.listen({ port: 0 });
});
afterAll(() => app.close());

async function send(...pieces: string[]): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port);
  const closed = once(socket, 'close');
  let all = '';
  socket.on('data', chunk => {
    all += chunk;
  });
  for (const piece of pieces) {
    socket.write(piece);
    await setTimeout(20);
  }
  await closed;
  return all;
}

const head = (...lines: string[]) =>
  [
    'POST /echo HTTP/1.1',
    'Host: a',
    'Connection: close',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');

test.concurrent('reads a body that arrives slowly', async () => {
  const text = await send(head('Content-Length: 7'), '{"a":', '1}');
  expect(text).toMatch(/^HTTP\/1.1 200 /);
  expect(text.endsWith('{"body":{"a":1}}')).toBe(true);
});

test.concurrent('does not wait for a body that no route reads', async () => {
  const text = await send('GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 20\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1.1 200 /);
});

test.concurrent.each([
  ['stops half-way', [head('Content-Length: 20'), '{"a":']],
  ['never begins', [head('Content-Length: 20')]],
  ['never ends', [head('Transfer-Encoding: chunked'), '5\r\n{"a":\r\n']],
])('refuses a body that %s, and closes the connection', async (_, pieces) => {
  const text = await send(...pieces);
  expect(text).toMatch(/^HTTP\/1.1 400 /);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({
    code: 'validation_failed',
    message: 'The body did not arrive within 3 seconds.',
  });
});
