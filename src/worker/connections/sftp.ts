import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import ssh2, { type Client, type FileEntryWithStats, type SFTPWrapper, type Stats } from 'ssh2';
import { limits } from '../../settings/limits.ts';
import type { Network } from '../deliveries/agent.ts';
import { type ConnectionClient, ConnectionProblem, getFolder, tooManyFolders } from './client.ts';
import { FetchProblem } from './source.ts';

interface SftpPlace {
  url: string;
  /** The fingerprint of the server's key, like `SHA256:…`. */
  hostKey: string | undefined;
  username: string;
  password: string | undefined;
  privateKey: string | undefined;
  passphrase: string | undefined;
}

/** The status codes of SFTP that are told apart. */
const endOfFile = 1;
const noSuchFile = 2;
const permissionDenied = 3;

const readCode = (error: unknown): unknown => (error as { code?: unknown }).code;

const computeFingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

function isSame(given: string, fingerprint: string): boolean {
  const [a, b] = [Buffer.from(given.replace(/=+$/, '')), Buffer.from(fingerprint)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Explains why an SSH connection was not opened. */
function explainConnect(
  error: Error & { level?: string },
  presented: string | undefined,
  expected: string | undefined,
): Error {
  if (presented !== undefined) {
    const difference = expected === undefined ? 'No host key was given.' : 'It is not the given host key.';
    return new ConnectionProblem(
      `The key of the server has the fingerprint ${presented}. ${difference} Compare it with the server's own before you enter it.`,
    );
  }
  if (error.level === 'client-authentication')
    return new ConnectionProblem('The server refused the user name, the password or the private key.');
  return error;
}

/** A server may close the connection during the handshake, of which the client reports no error. */
const rejectOnClose = (client: Client): Promise<never> =>
  new Promise((_, reject) => {
    client.once('close', () => reject(new Error('the server closed the connection')));
  });

/** Opens an SSH connection to a server that has the expected key. */
async function connectSsh(place: SftpPlace, network: Network, signal: AbortSignal): Promise<Client> {
  const { hostname, port } = new URL(place.url);
  const socket = await network.connect(hostname, Number(port) || 22);
  const client = new ssh2.Client();
  // A connection can report several errors, also after it has failed. Each fails the request that uses it, and none the process.
  client.on('error', () => {});
  let presented: string | undefined;
  try {
    const ready = Promise.race([once(client, 'ready', { signal }), rejectOnClose(client)]);
    client.connect({
      sock: socket,
      username: place.username,
      ...(place.password !== undefined && { password: place.password }),
      ...(place.privateKey !== undefined && { privateKey: place.privateKey }),
      ...(place.passphrase !== undefined && { passphrase: place.passphrase }),
      readyTimeout: limits.connectSeconds * 1000,
      keepaliveInterval: 10_000,
      hostVerifier: (key: Buffer) => {
        const fingerprint = computeFingerprint(key);
        const isExpected = place.hostKey !== undefined && isSame(place.hostKey, fingerprint);
        if (!isExpected) presented = fingerprint;
        return isExpected;
      },
    });
    await ready;
  } catch (error) {
    client.destroy();
    socket.destroy();
    if ((error as Error).message?.startsWith('Cannot parse privateKey'))
      throw new ConnectionProblem('The private key cannot be read, or its passphrase is wrong.');
    throw explainConnect(error as Error, presented, place.hostKey);
  }
  return client;
}

/** Opens a folder of an SFTP server. A file is written under another name and then renamed, so that nobody sees a part of it. */
export async function openSftp(
  place: SftpPlace,
  network: Network,
  signal: AbortSignal,
): Promise<ConnectionClient> {
  const client = await connectSsh(place, network, signal);
  const abort = () => client.destroy();
  signal.addEventListener('abort', abort, { once: true });
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) =>
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
  ).catch(error => {
    client.destroy();
    throw error;
  });
  const call = {
    stat: promisify<string, Stats>(sftp.stat.bind(sftp)),
    mkdir: promisify<string, void>(
      sftp.mkdir.bind(sftp) as (path: string, done: (e: unknown) => void) => void,
    ),
    rename: promisify<string, string, void>(sftp.rename.bind(sftp)),
    renameOver: promisify<string, string, void>(sftp.ext_openssh_rename.bind(sftp)),
    unlink: promisify<string, void>(sftp.unlink.bind(sftp)),
    opendir: promisify<string, Buffer>(sftp.opendir.bind(sftp)),
    readdir: promisify<Buffer, FileEntryWithStats[]>(sftp.readdir.bind(sftp)),
    close: promisify<Buffer, void>(sftp.close.bind(sftp)),
  };
  const root = decodeURIComponent(new URL(place.url).pathname).replace(/\/+$/, '');
  // Without a folder in the address, paths are relative to the folder in which the login begins.
  const locate = (key: string): string => (root === '' ? key : `${root}/${key}`);

  async function makeFolders(key: string): Promise<void> {
    const names = key.split('/').slice(0, -1);
    for (const [index] of names.entries()) {
      const folder = locate(names.slice(0, index + 1).join('/'));
      const exists = await call.stat(folder).then(
        stats => stats.isDirectory(),
        () => false,
      );
      if (!exists) await call.mkdir(folder).catch(() => {});
    }
  }

  /** Renames a file over an earlier one. Servers without the extension of OpenSSH cannot do that in one step. */
  async function replace(from: string, to: string): Promise<void> {
    try {
      await call.renameOver(from, to);
    } catch {
      await call.rename(from, to).catch(async () => {
        await call.unlink(to);
        await call.rename(from, to);
      });
    }
  }

  const explain = (error: unknown): unknown => {
    if (readCode(error) === permissionDenied)
      return new ConnectionProblem('The server does not permit to write there.');
    if (readCode(error) === noSuchFile) return new ConnectionProblem('The folder does not exist.');
    return typeof readCode(error) === 'number'
      ? new ConnectionProblem('The server could not write the file.')
      : error;
  };

  /** Reads a folder in parts, because a server may always name further entries. */
  async function* readFolder(path: string): AsyncGenerator<FileEntryWithStats> {
    const handle = await call.opendir(path);
    try {
      for (;;) yield* await call.readdir(handle);
    } catch (error) {
      if (readCode(error) !== endOfFile) throw error;
    } finally {
      if (!signal.aborted) await call.close(handle).catch(() => {});
    }
  }

  return {
    async open(key, wanted) {
      const path = locate(key);
      const stats = await call.stat(path).catch(error => {
        throw readCode(error) === noSuchFile
          ? new FetchProblem('input_missing', 'no such file', { isFinal: true })
          : new FetchProblem('input_unreachable', 'the server did not show the file');
      });
      if (!stats.isFile()) throw new FetchProblem('input_missing', 'not a file', { isFinal: true });
      const validator = `${stats.mtime}-${stats.size}`;
      const start = wanted.validator === validator ? wanted.offset : 0;
      const stream = sftp.createReadStream(path, { start });
      stream.on('error', () => {});
      return {
        chunks: stream,
        start,
        total: stats.size,
        validator,
        filename: key.split('/').at(-1),
        contentType: undefined,
        close: () => void stream.destroy(),
      };
    },
    async write(key, file) {
      const folder = key.split('/').slice(0, -1);
      const partial = locate([...folder, `.${randomUUID()}.part`].join('/'));
      try {
        await makeFolders(key);
        // The library sets the mode itself, past the server's umask, and its default lets everybody write.
        const target = sftp.createWriteStream(partial, { flags: 'wx', mode: 0o644 });
        await pipeline(await file.read(), target, { signal });
        await replace(partial, locate(key));
      } catch (error) {
        if (!signal.aborted) await call.unlink(partial).catch(() => {});
        throw explain(error);
      }
    },
    async remove(key) {
      await call.unlink(locate(key)).catch(error => {
        if (readCode(error) !== noSuchFile) throw explain(error);
      });
    },
    async *list(prefix) {
      const waiting = [getFolder(prefix)];
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        try {
          for await (const { filename, attrs } of readFolder(locate(next) || '.')) {
            const key = next === '' ? filename : `${next}/${filename}`;
            if (waiting.length > limits.listedFiles) throw new ConnectionProblem(tooManyFolders);
            // Entries are described as they are, so links are neither.
            if (attrs.isDirectory() && filename !== '.' && filename !== '..') waiting.push(key);
            if (attrs.isFile()) yield { key, size: attrs.size, version: `${attrs.mtime}-${attrs.size}` };
          }
        } catch (error) {
          if (error instanceof ConnectionProblem) throw error;
          if (readCode(error) !== noSuchFile)
            throw new ConnectionProblem('The server did not list the folder.');
        }
    },
    async close() {
      signal.removeEventListener('abort', abort);
      client.end();
    },
  };
}
