import { randomFillSync } from 'node:crypto';

/** Every kind of thing with an id, and the prefix its ids carry. */
export const prefixes = {
  job: 'job',
  artifact: 'art',
  recipe: 'rcp',
  run: 'run',
  key: 'key',
  webhook: 'whk',
  event: 'evt',
  workspace: 'wsp',
  user: 'usr',
  session: 'ses',
  credential: 'crd',
  invitation: 'inv',
  creditEntry: 'led',
} as const;
export type IdKind = keyof typeof prefixes;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Randomness is asked for in advance: each time costs as much as for hundreds of ids. */
const pool = Buffer.alloc(4096);
let spent = pool.length;

function takeRandom(bytes: number): Buffer {
  if (spent + bytes > pool.length) {
    randomFillSync(pool);
    spent = 0;
  }
  const taken = Buffer.from(pool.subarray(spent, spent + bytes));
  spent += bytes;
  return taken;
}

/** A UUIDv7: 48 bits of milliseconds, then randomness, so that ids sort by creation. */
function makeUuid7(now: number): Uint8Array {
  const bytes = takeRandom(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  return bytes;
}

/** 16 bytes in Crockford base32, most significant bits first, so that the text sorts as the bytes do. */
function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  // 26 letters have two bits more than the bytes: they come first, and are zero.
  let bits = 2;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return text;
}

export function newId(kind: IdKind, now: number = Date.now()): string {
  return `${prefixes[kind]}_${encodeBase32(makeUuid7(now))}`;
}

/** Whether a text has the form of an id. Malformed and unknown ids are answered alike, so this only spares a query. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${prefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
}

/** The public id of a thing whose row carries a UUID. */
export function makeIdFromUuid(kind: IdKind, uuid: string): string {
  return `${prefixes[kind]}_${encodeBase32(Buffer.from(uuid.replaceAll('-', ''), 'hex'))}`;
}

/** The UUID behind a public id; undefined where the text is no such id. */
export function readUuid(kind: IdKind, text: string): string | undefined {
  if (!isId(kind, text)) return undefined;
  let value = 0n;
  for (const letter of text.slice(-26)) value = (value << 5n) | BigInt(alphabet.indexOf(letter));
  if (value >= 1n << 128n) return undefined;
  const hex = value.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** When a UUIDv7 was made, in milliseconds; undefined for any other UUID. */
export function readUuidTime(uuid: string): number | undefined {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : undefined;
}
