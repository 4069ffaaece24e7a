import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { limits } from '../../settings/limits.ts';
import type { ConnectionClient } from './client.ts';
import { openWebdav } from './http.ts';
import { makeFileLister } from './list.ts';
import { makeConnectionTest } from './open.ts';
import { openS3 } from './s3.ts';

/** The process that holds credentials reads the lists of servers that callers choose. */
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (response: ServerResponse, url: string) => void): Promise<string> {
  server = createServer((request, response) => answer(response, request.url ?? ''));
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function list(client: ConnectionClient): Promise<string[]> {
  const keys = [];
  for await (const { key } of client.list('', AbortSignal.timeout(60_000))) keys.push(key);
  return keys;
}

const listWebdav = (url: string) => list(openWebdav({ url, headers: {} }, new Agent()));
const begin = '<multistatus xmlns="DAV:">';

test('a list of WebDAV with very many elements within each other is refused at once', async () => {
  const url = await serve(response => response.writeHead(207).end(begin + '<a>'.repeat(300_000)));
  await expect(listWebdav(url)).rejects.toThrow('not a list of files');
});

test('a list of WebDAV with very many attributes of an element is refused before they are checked', async () => {
  const url = await serve(response => {
    response.writeHead(207).write(`${begin}<a`);
    for (let at = 0; at < 2000; at++) response.write(` b${at}=""`);
    response.end('/></multistatus>');
  });
  await expect(listWebdav(url)).rejects.toThrow('not a list of files');
});

test('a list of WebDAV is read from pieces of any size', async () => {
  const entry = (name: string) => `<response><href>/${encodeURIComponent(name)}</href></response>`;
  const xml = Buffer.from(
    `${begin}${entry('a b.txt')}<response><href>/é.txt</href></response></multistatus>`,
  );
  const url = await serve(response => {
    response.writeHead(207);
    for (const byte of xml) response.write(Buffer.of(byte));
    response.end();
  });
  expect(await listWebdav(url)).toEqual(['a b.txt', 'é.txt']);
});

test('a list of WebDAV with endless files ends', async () => {
  const many = Buffer.from('<response><href>/a</href></response>'.repeat(1000));
  const url = await serve(response => {
    response.writeHead(207).write(begin);
    const more = () => {
      while (response.write(many) && !response.destroyed);
    };
    response.on('drain', more);
    more();
  });
  await expect(listWebdav(url)).rejects.toThrow('too many files');
});

/** Sends bytes until the connection is closed. Returns how many were sent. */
function sendEndlessly(response: ServerResponse): () => number {
  let sent = 0;
  const piece = Buffer.alloc(64 * 1024, 'a');
  const more = () => {
    do sent += piece.length;
    while (response.write(piece) && !response.destroyed);
  };
  response.on('drain', more);
  more();
  return () => sent;
}

test('an endless file that a server answers to the test of a connection ends', async () => {
  let count = () => 0;
  server = createServer((request, response) => {
    if (request.method === 'GET') count = sendEndlessly(response.writeHead(200));
    else request.resume().on('end', () => response.writeHead(201).end());
  });
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const connection = makeConnectionTest({ allowHosts: ['127.0.0.1'], folders: [] });
  await expect(connection({ kind: 'webdav', url })).rejects.toThrow('read differently');
  expect(count()).toBeLessThan(64 * 1024 * 1024);
});

test('keys that no request could name are left out of a list', async () => {
  const entry = (name: string) => `<response><href>/${name}</href></response>`;
  const xml = `${begin}${entry('a')}${entry('b'.repeat(4_000_000))}</multistatus>`;
  const url = await serve(response => response.writeHead(207).end(xml));
  const listFiles = makeFileLister({ allowHosts: ['127.0.0.1'], folders: [] });
  const files = await listFiles({ kind: 'webdav', url }, '');
  expect(files.map(({ key }) => key)).toEqual(['a']);
});

test('an answer of S3 with document types, which take long to read, is refused', async () => {
  const endpoint = await serve(response => response.writeHead(200).end('<!DocType a>'.repeat(100_000)));
  const place = { bucket: 'b', region: 'r', endpoint, accessKeyId: 'a', secretAccessKey: 's' };
  const client = openS3(place, new Agent());
  await expect(list(client)).rejects.toThrow('not one of an S3 store');
  await client.close();
});

test('an endless answer of S3 ends', async () => {
  let count = () => 0;
  const endpoint = await serve(response => {
    response.writeHead(200).write('<ListBucketResult><Contents><Key>');
    count = sendEndlessly(response);
  });
  const place = { bucket: 'b', region: 'r', endpoint, accessKeyId: 'a', secretAccessKey: 's' };
  const client = openS3(place, new Agent());
  await expect(list(client)).rejects.toThrow('too long');
  await client.close();
  // The rest is in buffers.
  expect(count()).toBeLessThan(limits.storeAnswerBytes + 64 * 1024 * 1024);
});
