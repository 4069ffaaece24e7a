import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** The reason why Swift is not available, or undefined if it is. Set-up with `--dev` installs it. */
export const withoutSwift: string | undefined = existsSync('/usr/bin/swift-proxy-server')
  ? undefined
  : 'the Debian packages swift-proxy, swift-account, swift-container and swift-object are not installed';

export interface Swift {
  endpoint: string;
  /** Creates a bucket and returns its `STORAGE_URL`. */
  bucket(name: string, endpoint?: string): Promise<string>;
  /** A separate client of the store, to inspect and break it. */
  client: S3Client;
  stop(): Promise<void>;
}

const credentials = { accessKeyId: 'filemill:tester', secretAccessKey: 'testing' };

/** Starts OpenStack Swift with its S3 API on a free port and an empty folder, and sets the SDK's variables. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'filemill-swift-'));
  const script = fileURLToPath(new URL('server.py', import.meta.url));
  const child = spawn('/usr/bin/python3', [script, folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', chunk => {
    complaint = `${complaint}${chunk}`.slice(-4000);
  });
  const ended = once(child, 'exit');
  const started = once(createInterface(child.stdout), 'line');
  const line = await Promise.race([started, ended.then(() => undefined)]);
  if (!line) throw new Error(`Swift did not start: ${complaint}`);
  const endpoint = `http://127.0.0.1:${JSON.parse(line[0]).port}`;
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    endpoint,
    client,
    async bucket(name, through = endpoint) {
      await client.send(new CreateBucketCommand({ Bucket: name }));
      return `s3://${name}?endpoint=${through}`;
    },
    async stop() {
      client.destroy();
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
