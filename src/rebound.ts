import { isIP } from 'node:net';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Whether a request may be that of a web page whose own name was made to lead to this machine (DNS rebinding): it comes from this
 * machine, and calls it by a name of the internet. `ownName` is the name that the operator gave the service.
 */
export function isRebound(host: string | undefined, peer: string | undefined, ownName?: string): boolean {
  if (!loopback.test(peer ?? '')) return false;
  const name = (host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$|\.$/g, '');
  const isLocal = !name.includes('.') || isIP(name) !== 0 || name.endsWith('.localhost');
  return !isLocal && name !== ownName;
}
