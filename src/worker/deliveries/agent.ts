import { Agent, buildConnector, type Dispatcher } from 'undici';
import {
  type AllowedDestinations,
  readAllowedDestinations,
} from '../../domain/outgoing/destinations/destinations.ts';
import { createResolve, type Resolve } from './resolve.ts';

/** The name resolves only to addresses that a webhook may not reach. */
export class AddressNotAllowed extends Error {}

export interface AgentSettings {
  allowHosts: readonly string[];
  connectMs: number;
  /** The DNS servers; by default those of the system. */
  dnsServers?: readonly string[];
}

const maxAddresses = 3;

type Connect = buildConnector.connector;
type Socket = Parameters<Parameters<Connect>[1]>[1];

/**
 * Resolves the name once and connects to the addresses that were checked, so that a changing DNS answer gains
 * nothing.
 */
async function connectChecked(
  options: buildConnector.Options,
  allowed: AllowedDestinations,
  resolve: Resolve,
  connect: (options: buildConnector.Options) => Promise<NonNullable<Socket>>,
): Promise<NonNullable<Socket>> {
  const { hostname } = options;
  const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
  const addresses = (await resolve(hostname, port)).filter(address =>
    allowed.allowsDestination({ hostname, port, address }),
  );
  let failure: unknown = new AddressNotAllowed(hostname);
  for (const address of addresses.slice(0, maxAddresses)) {
    try {
      const socket = await connect({ ...options, hostname: address });
      if (
        socket.remoteAddress &&
        allowed.allowsDestination({ hostname, port, address: socket.remoteAddress })
      )
        return socket;
      socket.destroy();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Makes the function that connects only to allowed addresses. */
function createConnect(settings: AgentSettings) {
  const allowed = readAllowedDestinations(settings.allowHosts);
  const resolve = createResolve(allowed, settings.dnsServers);
  const base = buildConnector({ timeout: settings.connectMs });
  const connect = (options: buildConnector.Options) =>
    new Promise<NonNullable<Socket>>((done, failed) => {
      base(options, (error, socket) => (error || !socket ? failed(error) : done(socket)));
    });
  return (options: buildConnector.Options) => connectChecked(options, allowed, resolve, connect);
}

/** Connects webhooks only to allowed addresses. It follows no redirects and uses no proxies. */
export function createAgent(settings: AgentSettings): Agent {
  const connect = createConnect(settings);
  return new Agent({
    connect: (options, callback) => {
      connect(options).then(
        socket => callback(null, socket),
        error => callback(error, null),
      );
    },
  });
}

/** The ways to servers of other people, which lead only to allowed addresses. */
export interface Network {
  dispatcher: Dispatcher;
  /** Opens a plain connection. */
  connect(hostname: string, port: number): Promise<NonNullable<Socket>>;
  close(): Promise<void>;
}

export function openNetwork(settings: AgentSettings): Network {
  const connect = createConnect(settings);
  const dispatcher = createAgent(settings);
  return {
    dispatcher,
    connect: (hostname, port) => connect({ hostname, protocol: 'http:', port: String(port) }),
    close: () => dispatcher.destroy(),
  };
}
