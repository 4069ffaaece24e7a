import { webHost } from '../browser-host.ts';
import type { Engine } from '../engine.ts';

/** The engine that fetches web pages by their address. It is not a program: an operator turns it on. */
export const engine: Engine = {
  id: 'web-access',
  title: 'Fetching web pages (WEB_ACCESS=on)',
  licence: 'none: a part of Filemill',
  packages: [],
  multiprocessHost: webHost,
  reachesWeb: true,
  // Without the sandbox nothing would keep a page from connecting to other machines itself.
  probe: async () => (process.env.WEB_ACCESS === 'on' && process.env.SANDBOX !== 'off' ? '1' : undefined),
};
