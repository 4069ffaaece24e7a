import { keyLength } from '../../contract/schemas/connection.ts';
import type { ConnectionConfig } from '../../domain/files/connections/connections.ts';
import { cannotList, type ListFiles } from '../../domain/files/connections/files.ts';
import { limits } from '../../settings/limits.ts';
import { openNetwork } from '../deliveries/agent.ts';
import { explainProblem } from './explain.ts';
import { type ConnectionSettings, openConnection } from './open.ts';

const isHidden = (key: string): boolean => key.split('/').some(part => part.startsWith('.') || part === '');

/**
 * Makes the function that lists the files of a connection. Hidden files, such as those that are being written, are left out, and
 * those with a key that no request could name: a server may send keys of megabytes, each of which takes seconds to compare.
 */
export function makeFileLister({ allowHosts, folders }: ConnectionSettings): ListFiles {
  return async (config: ConnectionConfig, prefix: string) => {
    const network = openNetwork({ allowHosts, connectMs: limits.connectSeconds * 1000 });
    const signal = AbortSignal.timeout(limits.listingSeconds * 1000);
    try {
      const client = await openConnection(config, network, folders, signal);
      try {
        const files = [];
        // Some servers list a whole folder, of which the prefix is a part.
        for await (const file of client.list(prefix, signal)) {
          if (!file.key.startsWith(prefix) || file.key.length > keyLength || isHidden(file.key)) continue;
          files.push(file);
          if (files.length > limits.listedFiles) break;
        }
        return files.sort((a, b) => (a.key < b.key ? -1 : 1));
      } finally {
        await client.close().catch(() => {});
      }
    } catch (error) {
      throw cannotList(explainProblem(error));
    } finally {
      await network.close();
    }
  };
}
