import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchSender } from './watch-sender.ts';

const minSpeed = { uploadIdleSeconds: 10, uploadRateSeconds: 0.3, uploadBytesPerSecond: 1000 };

/** Sends `bytes` every ten milliseconds, `times` times, to a server that wants a thousand a second.  Returns the outcome. */
async function outcomeOf(bytes: number, times: number): Promise<string> {
  const server = createServer((incoming, response) => {
    const stop = watchSender(incoming, minSpeed, 0.05);
    incoming.on('end', () => response.end('whole'));
    incoming.on('close', stop);
    incoming.on('error', () => {});
    incoming.resume();
  });
  await new Promise<void>(listening => server.listen(0, listening));
  const { port } = server.address() as AddressInfo;
  const sending = request({ port, method: 'POST' });
  const outcome = new Promise<string>(resolve => {
    sending.on('response', answer => resolve(`${answer.statusCode}`));
    sending.on('error', () => resolve('cut off'));
  });
  let ended = false;
  void outcome.then(() => {
    ended = true;
  });
  for (let sent = 0; sent < times && !ended; sent++) {
    sending.write(Buffer.alloc(bytes));
    await pause(10);
  }
  if (!ended) sending.end();
  const result = await outcome;
  server.closeAllConnections();
  server.close();
  return result;
}

test('cuts off a sender below the minimum rate even if it is never silent', async () => {
  expect(await outcomeOf(1, 2000)).toBe('cut off');
});

test('lets a sender with a sufficient rate finish', async () => {
  expect(await outcomeOf(100_000, 60)).toBe('200');
});
