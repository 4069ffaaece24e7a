import type { Duplex } from 'node:stream';
import { type ApiError, errorTable } from '../../contract/errors.ts';
import { limits } from '../../settings/limits.ts';
import { makeEnvelope } from './errors.ts';
import { readRequestId } from './headers.ts';

/** Answers on a connection whose bytes are not an HTTP request, and closes it. */
export function refuseConnection(socket: Duplex, error: ApiError): void {
  // Node stops listening once a connection is not HTTP any more, and an error that nobody listens to would end the process.
  socket.on('error', () => socket.destroy());
  // A client that does not close after the answer would keep the connection open.
  if (!socket.writable) return void socket.destroy();
  setTimeout(() => socket.destroy(), limits.refusedConnectionSeconds * 1000).unref();
  const id = readRequestId({ headers: {} } as never);
  const body = JSON.stringify(makeEnvelope(error, id));
  const { status, error: text } = errorTable[error.code];
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
    ...error.headers,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n${body}`);
}
