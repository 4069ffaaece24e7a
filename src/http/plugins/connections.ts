import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../settings/limits.ts';
import { whenClosed } from './when-closed.ts';

const idleEveryMs = 50;

export interface ConnectionLimits {
  inAll: number;
  perAddress: number;
  /** Above this number idle connections are closed to make room. */
  crowded: number;
}

/** Returns how many files and connections this process may have open. Only Linux tells. */
function countDescriptors(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Computes how many connections are allowed. Each may need an open file as well, some descriptors are kept for the
 * database, hosts and logs, and one address never gets all of the rest.
 */
export function computeConnectionLimits(descriptors = countDescriptors()): ConnectionLimits {
  const free = Math.floor((descriptors - limits.reservedDescriptors) / 2);
  const inAll = Math.max(limits.minConnections, Math.min(limits.connections, free));
  return { inAll, perAddress: Math.ceil(inAll * 0.75), crowded: Math.ceil(inAll * 0.5) };
}

/**
 * Limits how many requests one connection has open, since a client could pipeline thousands and read no answer. `end`
 * closes connections while the server shuts down, which Node leaves to time-outs: idle ones at once, a stream of events with
 * its end, and after `seconds` the rest, such as a download that its reader does not take.
 */
export function followConnections(server: Server): { end(seconds: number): void } {
  const requests = new Map<Socket, number>();
  const count = (socket: Socket, by: number) => {
    const now = (requests.get(socket) ?? 0) + by;
    if (requests.has(socket)) requests.set(socket, now);
    if (now > limits.requestsOnConnection) socket.destroy();
  };
  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, ({ socket }: IncomingMessage, response: ServerResponse) => {
      count(socket, 1);
      whenClosed(response, () => count(socket, -1));
      // The answer is complete, but the client may not read it. Node sets its own time-out again with the next request.
      response.once('prefinish', () => socket.setTimeout(limits.stalledReaderSeconds * 1000));
    });
  return {
    end(seconds) {
      const idle = setInterval(() => {
        for (const [socket, count] of requests) if (count === 0) socket.destroySoon();
      }, idleEveryMs);
      const rest = setTimeout(() => server.closeAllConnections(), seconds * 1000);
      server.once('close', () => {
        clearInterval(idle);
        clearTimeout(rest);
      });
    },
  };
}

/** Closes connections beyond the limits at once and without an answer, because an answer would need the resources that have run out. */
export function limitConnections(server: Server, { inAll, perAddress, crowded }: ConnectionLimits): void {
  const open = new Map<string, number>();
  let all = 0;
  server.maxConnections = inAll;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(remoteAddress, count);
    all += 1;
    socket.once('close', () => {
      all -= 1;
      const left = (open.get(remoteAddress) ?? 0) - 1;
      if (left > 0) open.set(remoteAddress, left);
      else open.delete(remoteAddress);
    });
    if (all > crowded) server.closeIdleConnections();
  });
}
