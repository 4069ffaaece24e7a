import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Damage, DamagedFile } from '../integrity/damage.ts';

/** The expected number of bytes, and for a whole file also their digest. */
export interface ExpectedContent {
  length: number;
  sha256?: string;
}

type OnDamage = (damage: Damage) => void;

const reportDamage = (key: string, damage: Damage, onDamage: OnDamage): DamagedFile => {
  onDamage(damage);
  return new DamagedFile(key, damage);
};

/** Passes chunks on, but holds the last one back until all are verified, so that a damaged file never arrives whole. */
async function* verifyChunks(
  key: string,
  source: Readable,
  expected: ExpectedContent,
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

/** Passes a stored file's content on, and fails before the end if it is not what was stored. */
export function verifyContent(
  key: string,
  content: Readable | Buffer,
  expected: ExpectedContent,
  onDamage: OnDamage,
): Readable | Buffer {
  if (!Buffer.isBuffer(content))
    return Readable.from(verifyChunks(key, content, expected, onDamage), { objectMode: false });
  if (content.length !== expected.length) throw reportDamage(key, 'length', onDamage);
  if (expected.sha256 !== undefined && hash('sha256', content) !== expected.sha256)
    throw reportDamage(key, 'content', onDamage);
  return content;
}
