import { has, type Rule, readLatin1 } from './bytes.ts';

const blockBytes = 512;
const checksumAt = 148;

/** Tells whether a block is the header of a TAR entry: its checksum fits, as it does even where an old archive has no magic. */
export const isTar: Rule = head => {
  if (has(head, 'ustar', 257)) return true;
  const block = head.subarray(0, blockBytes);
  const written = /^ *([0-7]{1,7})[ \0]/.exec(readLatin1(head, checksumAt, checksumAt + 8))?.[1];
  // An archive without entries is blocks of zeros.
  if (block.length === blockBytes && block.every(byte => byte === 0)) return true;
  if (block.length < blockBytes || written === undefined) return false;
  const sum = block.reduce((all, byte, at) => all + (at >= checksumAt && at < checksumAt + 8 ? 32 : byte), 0);
  return sum === Number.parseInt(written, 8);
};

/** Zstandard, which may begin with a frame of the writer's own data. */
export const zst: Rule = head =>
  has(head, '\x28\xb5\x2f\xfd') || (has(head, '\x2a\x4d\x18', 1) && ((head[0] ?? 0) & 0xf0) === 0x50);
