import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { invalid } from '../../contract/errors.ts';
import type { ConnectionConfig } from '../../domain/files/connections/connections.ts';
import { limits } from '../../settings/limits.ts';
import { type Network, openNetwork } from '../deliveries/agent.ts';
import { type ConnectionClient, ConnectionProblem, type HttpPlace, makeStatusProblem } from './client.ts';
import { explainProblem } from './explain.ts';
import { openFolder } from './folder.ts';
import { openHttp, openWebdav } from './http.ts';

export interface ConnectionSettings {
  /** Destinations that are allowed besides public ones, as FETCH_ALLOW_HOSTS lists them. */
  allowHosts: readonly string[];
  /** The folders of the machine that connections may have, as CONNECTION_FOLDERS lists them. */
  folders: readonly string[];
}

const encodeBasic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const makePlace = ({ url, username, password = '', token }: ConnectionConfig): HttpPlace => ({
  url: url!,
  headers: {
    ...(username !== undefined && { authorization: encodeBasic(username, password) }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  },
});

/**
 * Opens a connection. Requests go through `network`, which checks the address of every connection. The clients of S3 and SFTP are
 * loaded when they are first needed, because they take tens of megabytes.
 */
export async function openConnection(
  config: ConnectionConfig,
  network: Network,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<ConnectionClient> {
  const { dispatcher } = network;
  switch (config.kind) {
    case 's3': {
      const { openS3 } = await import('./s3.ts');
      return openS3(
        {
          bucket: config.bucket!,
          region: config.region ?? 'us-east-1',
          endpoint: config.url!,
          accessKeyId: config.accessKeyId!,
          secretAccessKey: config.secretAccessKey!,
        },
        dispatcher,
      );
    }
    case 'webdav':
      return openWebdav(makePlace(config), dispatcher);
    case 'http':
      return openHttp(makePlace(config), dispatcher);
    case 'sftp': {
      const { openSftp } = await import('./sftp.ts');
      return openSftp(
        {
          url: config.url!,
          hostKey: config.hostKey!,
          username: config.username!,
          password: config.password,
          privateKey: config.privateKey,
          passphrase: config.passphrase,
        },
        network,
        signal,
      );
    }
    default:
      return openFolder(config.path!, folders);
  }
}

/** Writes a small file, reads it back and removes it. */
async function tryOut(client: ConnectionClient, signal: AbortSignal): Promise<void> {
  const key = `.filemill-test-${randomUUID()}`;
  const content = Buffer.from('filemill');
  const file = {
    size: content.length,
    contentType: 'text/plain',
    read: async () => Readable.from([content]),
  };
  await client.write(key, file, signal);
  const { chunks } = await client.open(key, { offset: 0, validator: undefined }, signal);
  const read: Uint8Array[] = [];
  let left = content.length;
  for await (const chunk of chunks) {
    read.push(chunk);
    left -= chunk.length;
    // The server may send without end.
    if (left < 0) break;
  }
  await client.remove(key, signal);
  if (!Buffer.concat(read).equals(content))
    throw new ConnectionProblem('A file that was written is read differently.');
}

/** An address that takes files by PUT may return none, so only the login is tried. */
async function tryLogin(
  { url, headers }: HttpPlace,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<void> {
  const response = await request(url, { method: 'HEAD', headers, dispatcher, signal });
  response.body.on('error', () => {});
  response.body.destroy();
  if ([401, 403].includes(response.statusCode) || response.statusCode >= 500)
    throw makeStatusProblem('HEAD', response.statusCode);
}

/** Makes the function that tests a connection before it is saved. It throws what is wrong as a validation error. */
export function makeConnectionTest({ allowHosts, folders }: ConnectionSettings) {
  return async (config: ConnectionConfig): Promise<void> => {
    const network = openNetwork({ allowHosts, connectMs: limits.connectSeconds * 1000 });
    const signal = AbortSignal.timeout(limits.connectionTestSeconds * 1000);
    try {
      if (config.kind === 'http') return await tryLogin(makePlace(config), network.dispatcher, signal);
      const client = await openConnection(config, network, folders, signal);
      try {
        await tryOut(client, signal);
      } finally {
        await client.close();
      }
    } catch (error) {
      const field = config.kind === 'folder' ? 'path' : 'url';
      throw invalid(field, `The connection does not work. ${explainProblem(error)}`);
    } finally {
      await network.close();
    }
  };
}
