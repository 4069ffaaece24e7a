import { hash } from 'node:crypto';
import { join } from 'node:path';
import { checkKey } from '../keys.ts';

/** Each shard is one flat folder: a key's own folders would each cost a sync of their parent. */
const separator = '~';

/** The folders below a root that hold its files, by the first two digits of their keys' digests. */
export const shardNames = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** Returns the folder below `root` for the key's file. */
export const getShard = (root: string, key: string): string =>
  join(root, hash('sha256', checkKey(key), 'hex').slice(0, 2));

export const getPath = (root: string, key: string): string =>
  join(getShard(root, key), key.replaceAll('/', separator));

export const readKey = (name: string): string => name.replaceAll(separator, '/');
