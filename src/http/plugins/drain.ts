import type { IncomingMessage } from 'node:http';

/**
 * Reads and discards what a client still sends after it was answered. Closing at once would reset the connection, and most
 * clients would see that instead of the answer.
 */
export function drain(raw: IncomingMessage, bytes: number, seconds: number): void {
  if (raw.complete || raw.destroyed) return;
  let left = bytes;
  const timer = setTimeout(() => raw.destroy(), seconds * 1000).unref();
  raw.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.on('error', () => {});
  raw.on('close', () => clearTimeout(timer));
  raw.resume();
}
