import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const settings = `
[tsa]
default_tsa = main
[main]
serial = serial
signer_cert = certificate
signer_key = key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`;

export interface TimestampServer {
  url: string;
  /** How many requests it answered. */
  answered: number;
  close(): void;
}

/** Starts a timestamp server (RFC 3161) that answers with OpenSSL. */
export async function startTimestampServer(): Promise<TimestampServer> {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-time-'));
  writeFileSync(join(dir, 'settings'), settings);
  writeFileSync(join(dir, 'serial'), '01\n');
  const make = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-keyout', 'key', '-out', 'certificate'];
  const purpose = ['-subj', '/CN=Time of the test', '-addext', 'extendedKeyUsage=critical,timeStamping'];
  execFileSync('openssl', [...make, ...purpose], { cwd: dir, stdio: 'pipe' });
  const server = createServer(async (request, response) => {
    writeFileSync(join(dir, 'query'), await buffer(request));
    const args = ['ts', '-reply', '-config', 'settings', '-queryfile', 'query'];
    execFile('openssl', args, { cwd: dir, encoding: 'buffer' }, (error, answer) => {
      started.answered += 1;
      response.writeHead(error ? 500 : 200, { 'content-type': 'application/timestamp-reply' }).end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const started = {
    url: `http://127.0.0.1:${port}/`,
    answered: 0,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return started;
}
