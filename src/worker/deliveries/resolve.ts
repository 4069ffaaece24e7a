import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AllowedDestinations } from '../../domain/outgoing/destinations/destinations.ts';

export type Resolve = (hostname: string, port: number) => Promise<string[]>;

/** The name could not be resolved. */
export class UnresolvableName extends Error {}

const timeoutMs = 2000;

/**
 * Queries the DNS servers directly: the system's lookup runs on the few threads that also read files, so slow
 * names would delay jobs. Only names listed by the operator use the system's lookup, including the hosts
 * file.
 */
export function createResolve(allowed: AllowedDestinations, servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const ask = async (hostname: string) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
  };
  const askSystem = async (hostname: string) =>
    (await lookup(hostname, { all: true }).catch(() => [])).map(({ address }) => address);
  return async (hostname, port) => {
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal)) return [literal];
    const addresses = allowed.allowsName(hostname, port) ? await askSystem(hostname) : await ask(hostname);
    if (addresses.length === 0) throw new UnresolvableName(hostname);
    return addresses;
  };
}
