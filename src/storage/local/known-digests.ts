import type { Stats } from 'node:fs';
import type { Stored } from '../storage.ts';

type Mark = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;

interface Known extends Mark {
  stored: Stored;
  at: number;
}

/**
 * Within this time, the operating system would return the file from memory, so reading it again shows nothing
 * new.
 */
const trustedMs = 60_000;
const maxFiles = 1000;

/** Digests of recently written, unchanged files, which need not be read again. */
export class KnownDigests {
  readonly #known = new Map<string, Known>();

  note(key: string, stored: Stored, { ino, size, mtimeMs }: Mark): Stored {
    // The oldest entry is first.
    const [oldest] = this.#known.size >= maxFiles ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, { ino, size, mtimeMs, stored, at: performance.now() });
    return stored;
  }

  find(key: string, mark: Mark): Stored | undefined {
    const known = this.#known.get(key);
    if (!known || performance.now() - known.at > trustedMs) return undefined;
    const isSame = known.ino === mark.ino && known.size === mark.size && known.mtimeMs === mark.mtimeMs;
    return isSame ? known.stored : undefined;
  }
}
