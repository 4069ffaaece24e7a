import { existsSync } from 'node:fs';

/** The browser without windows; the script in `/usr/bin` only calls it. */
export const program = '/usr/lib/chromium/chromium-headless-shell';

/** Tells whether the browser is installed, without starting it. */
export const isBrowserInstalled = (): boolean => existsSync(program);

/** Switches every start has. The host's sandbox takes the place of the browser's own, which needs rights that no host has. */
export const switches: readonly string[] = [
  ...['--headless', '--no-sandbox', '--no-zygote', '--remote-debugging-pipe', '--no-first-run'],
  ...['--disable-gpu', '--hide-scrollbars', '--mute-audio', '--force-color-profile=srgb'],
  // No name is resolved here. The proxy, to which all connections go, resolves them, or does not exist.
  ...['--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  ...['--proxy-bypass-list=<-loopback>', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp'],
  ...[
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--dns-prefetch-disable',
  ],
  ...['--no-pings', '--disable-domain-reliability', '--disable-breakpad', '--disable-crash-reporter'],
  // A page opens no window, and all of it runs in one process that one session sees.
  ...['--block-new-web-contents', '--disable-site-isolation-trials'],
  '--disable-features=IsolateSandboxedIframes,IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter',
  // Pictures are drawn the same on every machine.
  ...['--font-render-hinting=none', '--disable-lcd-text'],
  // Timers of a page that nobody sees are not slowed down.
  ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
  '--disable-backgrounding-occluded-windows',
];

/** Makes the switch for the proxy at a port of this host, or for none at all. */
export const makeProxySwitch = (port: number | undefined): string =>
  port === undefined ? '--proxy-server=http://127.0.0.1:1' : `--proxy-server=socks5://127.0.0.1:${port}`;
