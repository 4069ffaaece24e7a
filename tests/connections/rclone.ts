import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/sending.ts';

function hasRclone(): boolean {
  try {
    execFileSync('rclone', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The reason why there is no WebDAV server, if there is none. */
export const withoutRclone = hasRclone() ? '' : 'Debian’s rclone is not installed';

const findPort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export interface WebdavServer {
  url: string;
  /** The folder that it serves. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts the WebDAV server of rclone on an empty folder, with the login ada and "open sesame". */
export async function startWebdav(): Promise<WebdavServer> {
  const folder = await mkdtemp(join(tmpdir(), 'filemill-webdav-'));
  const url = `http://127.0.0.1:${await findPort()}`;
  const args = [
    'serve',
    'webdav',
    folder,
    '--addr',
    new URL(url).host,
    '--user',
    'ada',
    '--pass',
    'open sesame',
  ];
  const server: ChildProcess = spawn('rclone', ['--config', '/dev/null', ...args], { stdio: 'ignore' });
  await until(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    'the WebDAV server',
  );
  return {
    url,
    folder,
    async stop() {
      server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
