import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import {
  readAllowedDestinations,
  readDestinationList,
} from '../../domain/outgoing/destinations/destinations.ts';
import { isPublicAddress } from '../../domain/outgoing/destinations/public-address.ts';
import { limits } from '../../settings/limits.ts';
import { createResolve } from '../deliveries/resolve.ts';
import { makeSocksReply, readSocksRequest, type SocksDestination, socksReply } from './socks.ts';

export interface WebProxySettings {
  /** Destinations that are allowed besides public ones, as WEB_ACCESS_HOSTS lists them. */
  allowHosts: readonly string[];
  /** Destinations that are refused, also public ones, as WEB_ACCESS_DENY_HOSTS lists them. */
  denyHosts?: readonly string[];
  /** Bytes in both directions, of all connections together. */
  bytes?: number;
  /** The DNS servers; by default those of the system. */
  dnsServers?: readonly string[];
}

export interface WebProxy {
  /** The path of its Unix socket. */
  path: string;
  close(): Promise<void>;
}

/** The ports at which web pages are served. Others would let a page speak to mail servers and the like. */
const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);
const maxAddresses = 3;

/**
 * Starts a SOCKS proxy through which the browser of one host reaches the web. A name is resolved once for each connection, and the
 * connection is made to the address that was checked, so that neither a redirect nor a changing DNS answer leads to a private
 * address. The proxy only passes bytes on: nothing that was fetched is parsed in this process.
 */
export async function startWebProxy(settings: WebProxySettings): Promise<WebProxy> {
  const allowed = readAllowedDestinations(settings.allowHosts);
  const denied = readDestinationList(settings.denyHosts ?? []);
  const resolve = createResolve(allowed, settings.dnsServers);
  const folder = await mkdtemp(join(tmpdir(), 'filemill-web-'));
  const path = join(folder, 'proxy');
  const open = new Set<Socket>();
  let bytesLeft = settings.bytes ?? limits.webPageBytes;

  const isAllowed = (to: SocksDestination, address: string): boolean =>
    !denied.has({ ...to, address }) &&
    (isPublicAddress(address)
      ? webPorts.has(to.port) || allowed.allowsName(to.hostname, to.port)
      : allowed.allowsDestination({ ...to, address }));

  /** Keeps a socket in the list of those that end together. */
  function hold(socket: Socket): Socket {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(limits.webIdleSeconds * 1000, () => socket.destroy());
    return socket;
  }

  const countBytes = () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        bytesLeft -= chunk.length;
        if (bytesLeft >= 0) return done(null, chunk);
        for (const socket of open) socket.destroy();
        done();
      },
    });

  async function connectChecked(to: SocksDestination, signal: AbortSignal): Promise<Socket | undefined> {
    const addresses = (await resolve(to.hostname, to.port)).filter(address => isAllowed(to, address));
    for (const host of addresses.slice(0, maxAddresses)) {
      const socket = hold(connect({ host, port: to.port }));
      try {
        await once(socket, 'connect', {
          signal: AbortSignal.any([signal, AbortSignal.timeout(limits.webConnectSeconds * 1000)]),
        });
        if (socket.remoteAddress !== undefined && isAllowed(to, socket.remoteAddress)) return socket;
      } catch {}
      socket.destroy();
    }
    if (addresses.length === 0) return undefined;
    throw new Error('no address answered');
  }

  async function serve(client: Socket): Promise<void> {
    const ended = new AbortController();
    client.on('close', () => ended.abort());
    const to = await readSocksRequest(client, ended.signal);
    const refuse = (code: number) => void client.end(makeSocksReply(code));
    try {
      const server = await connectChecked(to, ended.signal);
      if (!server) return refuse(socksReply.notAllowed);
      client.write(makeSocksReply(socksReply.connected));
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroySoon());
      client.pipe(countBytes()).pipe(server);
      server.pipe(countBytes()).pipe(client);
    } catch {
      refuse(socksReply.unreachable);
    }
  }

  const server = createServer({ pauseOnConnect: false }, client => {
    if (open.size > 2 * limits.webConnections || bytesLeft < 0) return void client.destroy();
    hold(client);
    serve(client).catch(() => client.destroy());
  });
  server.listen(path);
  await once(server, 'listening');
  // The folder is ours alone; the host that gets the socket runs as another user.
  await chmod(path, 0o666);
  return {
    path,
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
