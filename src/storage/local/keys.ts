import { hash } from 'node:crypto';
import { join } from 'node:path';

/** Segments of plain characters that start with none of `.` and `-`, so that no key can climb out or look like a flag. */
const keyShape = /^(?=.{1,200}$)[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/** One flat folder per shard: a key's own folders would each cost a sync of their parent. */
const separator = '~';

export const temporaryPrefix = 'tmp/';

/** The folders below a root that hold its files, by the first two digits of their keys' digests. */
export const shardNames = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

function checked(key: string): string {
  if (!keyShape.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** The folder below `root` that holds the key's file. */
export const shardOf = (root: string, key: string): string =>
  join(root, hash('sha256', checked(key), 'hex').slice(0, 2));

export const pathOf = (root: string, key: string): string =>
  join(shardOf(root, key), key.replaceAll('/', separator));

export const keyOf = (name: string): string => name.replaceAll(separator, '/');

export const isTemporary = (key: string): boolean => checked(key).startsWith(temporaryPrefix);
