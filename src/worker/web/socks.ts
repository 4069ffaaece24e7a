import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';

/** The destination that a client of the proxy asks for. */
export interface SocksDestination {
  /** A name or an IP address. */
  hostname: string;
  port: number;
}

/** The answers that a client distinguishes (RFC 1928). */
export const socksReply = { connected: 0, notAllowed: 2, unreachable: 4 } as const;

const version = 5;
const connectCommand = 1;

/** The error for anything but a connection request of SOCKS 5 without authentication. */
class SocksError extends Error {}

async function readBytes(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes?.length === count) return bytes;
    if (bytes || socket.readableEnded) throw new SocksError('the request is incomplete');
    await once(socket, 'readable', { signal });
  }
}

const formatAddress6 = (bytes: Buffer): string =>
  Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16)).join(':');

async function readHostname(socket: Socket, kind: number, signal: AbortSignal): Promise<string> {
  if (kind === 1) return [...(await readBytes(socket, 4, signal))].join('.');
  if (kind === 4) return formatAddress6(await readBytes(socket, 16, signal));
  if (kind !== 3) throw new SocksError(`addresses of kind ${kind}`);
  const [length = 0] = await readBytes(socket, 1, signal);
  const name = (await readBytes(socket, length, signal)).toString('latin1');
  if (!isIP(name) && !/^[\w.-]+$/.test(name)) throw new SocksError('not a host name');
  return name;
}

/** Reads which destination a client wants to be connected to. */
export async function readSocksRequest(socket: Socket, signal: AbortSignal): Promise<SocksDestination> {
  const [greeting, methods = 0] = await readBytes(socket, 2, signal);
  if (greeting !== version) throw new SocksError(`version ${greeting}`);
  await readBytes(socket, methods, signal);
  socket.write(Buffer.from([version, 0]));
  const [, command, , kind = 0] = await readBytes(socket, 4, signal);
  if (command !== connectCommand) throw new SocksError(`command ${command}`);
  const hostname = await readHostname(socket, kind, signal);
  return { hostname, port: (await readBytes(socket, 2, signal)).readUInt16BE() };
}

export const makeSocksReply = (code: number): Buffer => Buffer.from([version, code, 0, 1, 0, 0, 0, 0, 0, 0]);
