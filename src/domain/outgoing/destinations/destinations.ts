import { BlockList, isIP } from 'node:net';
import { invalid } from '../../../contract/errors.ts';
import { isPublicAddress, simplifyAddress } from './public-address.ts';

/** The destination of a connection: the name in the webhook's address, and the IP address it resolved to. */
export interface Destination {
  hostname: string;
  port: number;
  address: string;
}

export interface AllowedDestinations {
  /** Tells whether the operator allows this name, whatever it resolves to. */
  allowsName(hostname: string, port: number): boolean;
  allowsDestination(to: Destination): boolean;
}

/** Refuses an IP address that may not be contacted. A name is accepted, since it may resolve to another address later. */
export function requireReachable(
  url: string | undefined,
  allowed: AllowedDestinations,
  field = 'url',
  variable = 'WEBHOOK_ALLOW_HOSTS',
): void {
  if (url === undefined || !URL.canParse(url)) return;
  const { hostname, port, protocol } = new URL(url);
  const to = { hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  const local = /^localhost\.?$|\.localhost\.?$/i.test(hostname);
  const address = local ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
  if ((local || isIP(address)) && !allowed.allowsDestination({ ...to, address }))
    throw invalid(
      field,
      `\`${field}\` must lead to a public address: private ones are not contacted unless ${variable} lists them.`,
    );
}

const simplifyName = (hostname: string) => hostname.toLowerCase().replace(/\.$/, '');

interface DestinationList {
  hasName(hostname: string, port: number): boolean;
  /** Tells whether the name, the address, or a range with the address is in the list. */
  has(to: Destination): boolean;
}

/** Reads a list of names, addresses and ranges. A name or address may have a port. */
export function readDestinationList(entries: readonly string[]): DestinationList {
  const names = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const plain = simplifyAddress(address);
    if (prefix !== undefined)
      ranges.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
    else if (plain) ranges.addAddress(plain.address, plain.family);
    else names.add(simplifyName(entry));
  }
  const isListed = (host: string, port: number) => names.has(host) || names.has(`${host}:${port}`);
  return {
    hasName: (hostname, port) => isListed(simplifyName(hostname), port),
    has({ hostname, port, address }) {
      const plain = simplifyAddress(address);
      if (isListed(simplifyName(hostname), port)) return true;
      return (
        plain !== undefined &&
        (ranges.check(plain.address, plain.family) ||
          isListed(plain.address, port) ||
          isListed(`[${plain.address}]`, port))
      );
    },
  };
}

/** Reads WEBHOOK_ALLOW_HOSTS: destinations that are allowed in addition to public addresses. */
export function readAllowedDestinations(entries: readonly string[]): AllowedDestinations {
  const list = readDestinationList(entries);
  return {
    allowsName: list.hasName,
    allowsDestination: to =>
      simplifyAddress(to.address) !== undefined && (isPublicAddress(to.address) || list.has(to)),
  };
}
