import { once } from 'node:events';
import { connect, createServer, isIP, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { serveNames } from '../../../tests/webhooks/support/names.ts';
import { startWebProxy, type WebProxySettings } from './web-proxy.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(settings: Partial<WebProxySettings> = {}): Promise<string> {
  const proxy = await startWebProxy({ allowHosts: [], ...settings });
  closers.push(proxy.close);
  return proxy.path;
}

/** Serves `text` on a port of its own and counts the connections. */
async function serveText(text: string | Buffer): Promise<{ port: number; connections: number }> {
  const seen = { port: 0, connections: 0 };
  const server = createServer(socket => {
    seen.connections += 1;
    socket.on('error', () => {});
    socket.end(text);
  }).listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  seen.port = (server.address() as { port: number }).port;
  return seen;
}

const encodeDestination = (host: string, port: number): Buffer => {
  const v6 = isIP(host) === 6 ? new URL(`http://[${host}]`).hostname.slice(1, -1) : undefined;
  const [head = '', tail = ''] = v6?.split('::') ?? [];
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = Array(8 - groups(head).length - groups(tail).length).fill('0');
  const words = [...groups(head), ...(v6?.includes('::') ? zeros : []), ...groups(tail)];
  const address =
    v6 === undefined
      ? isIP(host) === 4
        ? [1, ...host.split('.').map(Number)]
        : [3, host.length, ...Buffer.from(host)]
      : [4, ...words.flatMap(word => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255])];
  return Buffer.from([5, 1, 0, ...address, port >> 8, port & 255]);
};

/** Requests a destination from the proxy. Returns its reply code and the received text. */
async function ask(path: string, host: string, port: number): Promise<{ code: number; text: string }> {
  const socket: Socket = connect(path);
  const parts: Buffer[] = [];
  socket.on('data', part => parts.push(part as Buffer));
  socket.on('error', () => {});
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), encodeDestination(host, port)]));
  await new Promise(resolve => socket.on('close', resolve));
  const all = Buffer.concat(parts);
  return { code: all[3] ?? -1, text: all.toString('latin1', 12) };
}

test('refuses private, reserved and link-local addresses in every notation', async () => {
  const server = await serveText('secret');
  const path = await open({ dnsServers: ['127.0.0.1:9'] });
  const hosts = [
    ...['127.0.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', 'fe80::1', 'fc00::1', 'ff02::1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1'],
    ...['[::ffff:127.0.0.1]', '[::1]'],
  ];
  for (const host of hosts) expect((await ask(path, host, server.port)).text, host).toBe('');
  // Other spellings of 127.0.0.1 are treated as names, which no DNS server resolves.
  for (const host of ['2130706433', '0x7f.1', '127.1', '0177.0.0.1', 'localhost'])
    expect((await ask(path, host, server.port)).text, host).toBe('');
  expect(server.connections).toBe(0);
});

test('refuses a name that resolves to different addresses each time (DNS rebinding)', async () => {
  const server = await serveText('secret');
  const names = await serveNames({
    'rebinds.test': [['127.0.0.1'], ['203.0.113.9'], ['127.0.0.1']],
    'both.test': [['203.0.113.9', '127.0.0.1', '10.0.0.1']],
  });
  closers.push(names.stop);
  const path = await open({ dnsServers: [names.server] });
  for (let times = 0; times < 3; times++)
    expect(await ask(path, 'rebinds.test', server.port)).toEqual({ code: 2, text: '' });
  expect(await ask(path, 'both.test', server.port)).toEqual({ code: 2, text: '' });
  // Each connection asks once, and is made to the address that was checked.
  expect(names.asked.filter(each => each.startsWith('rebinds.test'))).toHaveLength(3);
  expect(server.connections).toBe(0);
});

test('reaches a destination the operator allows, on the allowed port only', async () => {
  const [wiki, other] = [await serveText('the wiki'), await serveText('secret')];
  const path = await open({ allowHosts: [`127.0.0.1:${wiki.port}`] });
  expect(await ask(path, '127.0.0.1', wiki.port)).toEqual({ code: 0, text: 'the wiki' });
  expect(await ask(path, '::ffff:127.0.0.1', wiki.port)).toEqual({ code: 0, text: 'the wiki' });
  expect(await ask(path, '127.0.0.1', other.port)).toEqual({ code: 2, text: '' });
  expect(other.connections).toBe(0);
});

test('refuses a destination the operator denies by name, address or range, even if it is allowed elsewhere', async () => {
  const server = await serveText('the wiki');
  const names = await serveNames({ 'wiki.test': [['8.8.8.8']] });
  closers.push(names.stop);
  for (const denied of ['127.0.0.1', `127.0.0.1:${server.port}`, '127.0.0.0/8']) {
    const path = await open({ allowHosts: ['127.0.0.1'], denyHosts: [denied] });
    expect(await ask(path, '127.0.0.1', server.port), denied).toEqual({ code: 2, text: '' });
  }
  const path = await open({ denyHosts: ['Wiki.test', '8.8.4.0/24'], dnsServers: [names.server] });
  expect(await ask(path, 'wiki.test', 443)).toEqual({ code: 2, text: '' });
  expect(await ask(path, '8.8.4.4', 443)).toEqual({ code: 2, text: '' });
  expect(server.connections).toBe(0);
});

test('reaches public addresses on web ports only', async () => {
  const path = await open();
  expect(await ask(path, '8.8.8.8', 25)).toEqual({ code: 2, text: '' });
});

test('limits the bytes per page and accepts only SOCKS requests', async () => {
  const server = await serveText(Buffer.alloc(500_000, 'x'));
  const path = await open({ allowHosts: ['127.0.0.1'], bytes: 200_000 });
  expect((await ask(path, '127.0.0.1', server.port)).text.length).toBeLessThanOrEqual(200_000);
  // The allowance is used up, so the next connection is closed at once.
  expect((await ask(path, '127.0.0.1', server.port)).code).toBe(-1);
  const wrong = connect(await open());
  wrong.on('error', () => {});
  wrong.write('GET http://127.0.0.1/ HTTP/1.1\r\n\r\n');
  await new Promise(resolve => wrong.on('close', resolve));
});
