import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { until } from '../support/sending.ts';

function hasRclone(): boolean {
  try {
    execFileSync('rclone', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The reason why there are no WebDAV and SFTP servers, if there are none. */
export const withoutRclone = hasRclone() ? '' : 'Debian’s rclone is not installed';

const findPort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** A server of rclone on a folder, with the login ada and "open sesame". */
export interface RcloneServer {
  url: string;
  /** The folder that it serves. */
  folder: string;
  stop(): Promise<void>;
}

async function serve(kind: 'webdav' | 'sftp', flags: string[], isReady: (port: number) => Promise<boolean>) {
  const folder = await mkdtemp(join(tmpdir(), `filemill-${kind}-`));
  const port = await findPort();
  const login = ['--user', 'ada', '--pass', 'open sesame'];
  // Files that a test puts into the folder are seen at once; rclone would remember what was there for minutes.
  const fresh = ['--dir-cache-time', '0s'];
  const args = ['serve', kind, folder, '--addr', `127.0.0.1:${port}`, ...login, ...fresh, ...flags];
  const server: ChildProcess = spawn('rclone', ['--config', '/dev/null', ...args], { stdio: 'ignore' });
  await until(() => isReady(port), `the ${kind} server`);
  return {
    folder,
    port,
    async stop() {
      server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function startWebdav(): Promise<RcloneServer> {
  const isReady = (port: number) =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    );
  const { port, ...server } = await serve('webdav', [], isReady);
  return { ...server, url: `http://127.0.0.1:${port}` };
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
      .on('data', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });

/** Starts an SFTP server. `hostKey` is the fingerprint of its key. */
export async function startSftp(): Promise<RcloneServer & { hostKey: string }> {
  const keys = await mkdtemp(join(tmpdir(), 'filemill-host-key-'));
  const { private: privateKey, public: publicKey } = ssh2.utils.generateKeyPairSync('ed25519');
  await writeFile(join(keys, 'key'), privateKey, { mode: 0o600 });
  const { port, stop, folder } = await serve('sftp', ['--key', join(keys, 'key')], answers);
  const blob = Buffer.from(publicKey.split(' ')[1]!, 'base64');
  return {
    folder,
    url: `sftp://127.0.0.1:${port}`,
    hostKey: `SHA256:${createHash('sha256').update(blob).digest('base64').replaceAll('=', '')}`,
    async stop() {
      await stop();
      await rm(keys, { recursive: true });
    },
  };
}
