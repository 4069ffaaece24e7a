import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Damage, DamagedFile } from '../retention/damage.ts';

/** What is expected of the bytes that are read: how many, and of a whole file its digest too. */
export interface Expected {
  length: number;
  sha256?: string;
}

type OnDamage = (damage: Damage) => void;

const reportDamage = (key: string, damage: Damage, onDamage: OnDamage): DamagedFile => {
  onDamage(damage);
  return new DamagedFile(key, damage);
};

/** The last piece is held back until all is known to be right: a damaged file never arrives whole. */
async function* verifyChunks(
  key: string,
  source: Readable,
  expected: Expected,
  onDamage: OnDamage,
): AsyncIterable<Buffer> {
  const digest = expected.sha256 === undefined ? undefined : createHash('sha256');
  let length = 0;
  let held: Buffer | undefined;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    length += chunk.length;
    digest?.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (length !== expected.length) throw reportDamage(key, 'length', onDamage);
  if (digest && digest.digest('hex') !== expected.sha256) throw reportDamage(key, 'content', onDamage);
  if (held) yield held;
}

/** Passes on what is read of a stored file, unless it is not what was stored: then it fails before the end. */
export function verifyContent(
  key: string,
  content: Readable | Buffer,
  expected: Expected,
  onDamage: OnDamage,
): Readable | Buffer {
  if (!Buffer.isBuffer(content))
    return Readable.from(verifyChunks(key, content, expected, onDamage), { objectMode: false });
  if (content.length !== expected.length) throw reportDamage(key, 'length', onDamage);
  if (expected.sha256 !== undefined && hash('sha256', content) !== expected.sha256)
    throw reportDamage(key, 'content', onDamage);
  return content;
}
