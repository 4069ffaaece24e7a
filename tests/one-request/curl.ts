import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '../support/client.ts';

export interface Curled {
  status: number;
  headers: Headers;
  bytes: Buffer;
  json<Body = Record<string, unknown>>(): Body;
}

/** Calls the service with the real curl, as its users do. `files` are created in its working folder. */
export async function curl(
  client: Client,
  path: string,
  args: string[],
  files: Record<string, Uint8Array | string> = {},
): Promise<Curled> {
  const dir = await mkdtemp(join(tmpdir(), 'filemill-curl-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
    const fixed = ['-sS', '-D', 'head', '-o', 'body', '-H', `Authorization: Bearer ${client.key}`];
    await promisify(execFile)('curl', [...fixed, ...args, client.base + path], { cwd: dir });
    const heads = (await readFile(join(dir, 'head'), 'latin1')).split('\r\n\r\n').filter(each => each !== '');
    const [first = '', ...lines] = heads.at(-1)!.split('\r\n');
    const headers = new Headers(
      lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const bytes = await readFile(join(dir, 'body')).catch(() => Buffer.alloc(0));
    return {
      status: Number(first.split(' ')[1]),
      headers,
      bytes,
      json: () => JSON.parse(bytes.toString('utf8')),
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
