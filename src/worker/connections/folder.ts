import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { constants, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ConnectionClient, ConnectionProblem, getFolder } from './client.ts';
import { FetchProblem } from './source.ts';

const isWithin = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !way.startsWith(sep));
};

/** Opens a folder of the machine that the operator lists. Links are followed only within it. */
export async function openFolder(path: string, allowed: readonly string[]): Promise<ConnectionClient> {
  const root = await realpath(path).catch(() => {
    throw new ConnectionProblem('The folder does not exist.');
  });
  const roots = await Promise.all(allowed.map(each => realpath(each).catch(() => each)));
  if (!roots.some(each => isWithin(each, root)))
    throw new ConnectionProblem(
      'The folder is not among those that the operator lists in CONNECTION_FOLDERS.',
    );

  async function resolveFolder(key: string, makes: boolean): Promise<string> {
    const folder = dirname(join(root, key));
    // The nearest folder that exists decides where new ones are made.
    let existing = folder;
    for (;;) {
      const real = await realpath(existing).catch(() => undefined);
      if (real !== undefined && !isWithin(root, real))
        throw new ConnectionProblem('The key leads out of the folder.');
      if (real !== undefined) break;
      existing = dirname(existing);
    }
    if (makes) await mkdir(folder, { recursive: true });
    return folder;
  }

  return {
    async open(key, wanted) {
      const folder = await resolveFolder(key, false).catch(error => {
        throw new FetchProblem('input_unreachable', error.message, { isFinal: true });
      });
      const file = await open(join(folder, basename(key)), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
        error => {
          throw new FetchProblem('input_missing', error.code, {
            isFinal: error.code === 'ENOENT' || error.code === 'ELOOP',
          });
        },
      );
      const stats = await file.stat();
      if (!stats.isFile()) {
        await file.close();
        throw new FetchProblem('input_missing', 'not a file', { isFinal: true });
      }
      const validator = `${stats.mtimeMs}-${stats.size}`;
      const start = wanted.validator === validator ? wanted.offset : 0;
      const stream = file.createReadStream({ start });
      return {
        chunks: stream,
        start,
        total: stats.size,
        validator,
        filename: basename(key),
        contentType: undefined,
        close: () => void stream.destroy(),
      };
    },
    async write(key, outgoing, signal) {
      const folder = await resolveFolder(key, true);
      const partial = join(folder, `.${randomUUID()}.part`);
      try {
        await pipeline(await outgoing.read(), createWriteStream(partial, { flags: 'wx', flush: true }), {
          signal,
        });
        await rename(partial, join(folder, basename(key)));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async remove(key) {
      await rm(join(await resolveFolder(key, false), basename(key)), { force: true });
    },
    async *list(prefix) {
      const waiting = [getFolder(prefix)];
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const entries = await readdir(join(root, next), { withFileTypes: true }).catch(error => {
          if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
          throw error;
        });
        for (const entry of entries) {
          const key = next === '' ? entry.name : `${next}/${entry.name}`;
          // Links are not followed, so that a loop of them does not list a folder forever.
          if (entry.isDirectory()) waiting.push(key);
          const stats = entry.isFile() ? await stat(join(root, key)).catch(() => undefined) : undefined;
          if (stats) yield { key, size: stats.size, version: `${stats.mtimeMs}-${stats.size}` };
        }
      }
    },
    close: async () => {},
  };
}
