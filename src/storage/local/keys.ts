import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Segments of plain characters that start with none of `.` and `-`, so that no key can climb out or look like a flag. */
const keyShape = /^(?=.{1,200}$)[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/** One flat folder per shard: a key's own folders would each cost a sync of their parent. */
const separator = '~';

export const temporaryPrefix = 'tmp/';

function checked(key: string): string {
  if (!keyShape.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** The folder, of 256 below `root`, that holds the key's file. */
export const shardOf = (root: string, key: string): string =>
  join(root, createHash('sha256').update(checked(key)).digest('hex').slice(0, 2));

export const pathOf = (root: string, key: string): string =>
  join(shardOf(root, key), key.replaceAll('/', separator));

export const keyOf = (name: string): string => name.replaceAll(separator, '/');

export const isTemporary = (key: string): boolean => checked(key).startsWith(temporaryPrefix);
