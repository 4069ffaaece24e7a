import { isIP } from 'node:net';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Returns true if a request may come from a web page whose name was made to resolve to this machine (DNS
 * rebinding): it comes from this machine but uses a public host name. `ownName` is the host name that the
 * operator configured.
 */
export function isDnsRebinding(
  host: string | undefined,
  peer: string | undefined,
  ownName?: string,
): boolean {
  if (!loopback.test(peer ?? '')) return false;
  const name = (host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$|\.$/g, '');
  const isLocal = !name.includes('.') || isIP(name) !== 0 || name.endsWith('.localhost');
  return !isLocal && name !== ownName;
}
