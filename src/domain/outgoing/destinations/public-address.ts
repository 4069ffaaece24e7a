import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

const notPublic4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/** Only global unicast addresses of IPv6 are public, except the ranges below, which are reserved or contain an IPv4 address. */
const global6 = '2000::/3';
const notPublic6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
];

function makeBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const refused4 = makeBlockList(notPublic4);
const global = makeBlockList([global6]);
const refused6 = makeBlockList(notPublic6);
const mapped = makeBlockList(['::ffff:0:0/96']);

/** Reads an address for comparison: without a zone, and an IPv4 address mapped into IPv6 as IPv4. */
export function simplifyAddress(text: string): { address: string; family: Family } | undefined {
  const address = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(address) === 4) return { address, family: 'ipv4' };
  if (isIP(address) !== 6) return undefined;
  if (!mapped.check(address, 'ipv6')) return { address, family: 'ipv6' };
  // The URL parser always writes such an address in the form ::ffff:7f00:1.
  const [high = 0, low = 0] = new URL(`http://[${address}]`).hostname
    .slice('[::ffff:'.length, -1)
    .split(':')
    .map(part => Number.parseInt(part, 16));
  return { address: [high >> 8, high & 255, low >> 8, low & 255].join('.'), family: 'ipv4' };
}

/** Tells whether an address can be reached from the whole internet. */
export function isPublicAddress(text: string): boolean {
  const plain = simplifyAddress(text);
  if (!plain) return false;
  const { address, family } = plain;
  if (family === 'ipv4') return !refused4.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}
