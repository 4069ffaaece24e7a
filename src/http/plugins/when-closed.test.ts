import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { whenClosed } from './when-closed.ts';

test('acts when the response closes, and at once if the client has gone away already', async () => {
  const socket = new Socket();
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  const acts: string[] = [];
  whenClosed(response, () => acts.push('before'));
  expect(acts).toEqual([]);
  socket.destroy();
  await once(response, 'close');
  whenClosed(response, () => acts.push('after'));
  expect(acts).toEqual(['before', 'after']);
});
