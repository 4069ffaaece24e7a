import { openConvertX } from './convertx.ts';
import { openGotenberg } from './gotenberg.ts';
import type { Server } from './server.ts';

const kinds: Record<string, (url: string) => Server> = { gotenberg: openGotenberg, convertx: openConvertX };

/** Opens a server given as `kind=URL`. */
export function openPeer(text: string): Server {
  const [kind = '', url = ''] = text.split(/=(.*)/s);
  const open = kinds[kind];
  if (!open || !URL.canParse(url))
    throw new Error(`--peer must be ${Object.keys(kinds).join(' or ')}, "=" and a URL, not "${text}"`);
  return open(url.replace(/\/$/, ''));
}
