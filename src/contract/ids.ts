import { randomFillSync } from 'node:crypto';

/** The prefixes of ids, by kind. */
export const prefixes = {
  job: 'job',
  artifact: 'art',
  recipe: 'rcp',
  run: 'run',
  batch: 'bat',
  key: 'key',
  webhook: 'whk',
  event: 'evt',
  workspace: 'wsp',
  user: 'usr',
  session: 'ses',
  credential: 'crd',
  invitation: 'inv',
  creditEntry: 'led',
  connection: 'con',
  trigger: 'trg',
  goldenFile: 'gld',
  auditEntry: 'aud',
} as const;
export type IdKind = keyof typeof prefixes;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Random bytes are fetched in advance: a call costs the same for one id as for hundreds. */
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

/** Makes a UUIDv7: 48 bits of milliseconds, then random bits, so that ids sort by creation. */
function makeUuid7(): Uint8Array {
  const bytes = takeRandom(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  return bytes;
}

/**
 * Encodes 16 bytes in Crockford base32, most significant bits first, so that the text sorts like the bytes.
 */
function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  // 26 letters have two more bits than the bytes; they come first and are zero.
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

export const newId = (kind: IdKind): string => `${prefixes[kind]}_${encodeBase32(makeUuid7())}`;

/**
 * Returns true if a text has the form of an id. Malformed and unknown ids are answered alike, so this only
 * saves a query.
 */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${prefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
}

/** Makes the public id of an object whose row has a UUID. */
export function makeIdFromUuid(kind: IdKind, uuid: string): string {
  return `${prefixes[kind]}_${encodeBase32(Buffer.from(uuid.replaceAll('-', ''), 'hex'))}`;
}

/** Returns the UUID of a public id; undefined if the text is not such an id. */
export function readUuid(kind: IdKind, text: string): string | undefined {
  if (!isId(kind, text)) return undefined;
  let value = 0n;
  for (const letter of text.slice(-26)) value = (value << 5n) | BigInt(alphabet.indexOf(letter));
  if (value >= 1n << 128n) return undefined;
  const hex = value.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the time of a UUIDv7 in milliseconds; undefined for any other UUID. */
export function readUuidTime(uuid: string): number | undefined {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : undefined;
}
