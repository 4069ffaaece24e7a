import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../config.ts';

export interface ConnectionLimits {
  inAll: number;
  perAddress: number;
  /** From here on connections that wait for nothing are closed to make room. */
  crowded: number;
}

/** How many files and connections this process may have open; the system tells on Linux only. */
function openDescriptors(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * A connection may have a file open beside it. What the database, hosts and logs need is never given to callers, and one
 * address never gets all of the rest.
 */
export function connectionLimits(descriptors = openDescriptors()): ConnectionLimits {
  const free = Math.floor((descriptors - limits.reservedDescriptors) / 2);
  const inAll = Math.max(limits.leastConnections, Math.min(limits.connections, free));
  return { inAll, perAddress: Math.ceil(inAll * 0.75), crowded: Math.ceil(inAll * 0.5) };
}

/** Drops what comes beyond the limits at once, without an answer: there is nothing left to answer with. */
export function boundConnections(server: Server, { inAll, perAddress, crowded }: ConnectionLimits): void {
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
      const left = open.get(remoteAddress)! - 1;
      if (left > 0) open.set(remoteAddress, left);
      else open.delete(remoteAddress);
    });
    if (all > crowded) server.closeIdleConnections();
  });
}
