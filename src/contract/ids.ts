import { randomBytes } from 'node:crypto';

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
} as const;
export type IdKind = keyof typeof prefixes;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A UUIDv7: 48 bits of milliseconds, then randomness, so that ids sort by creation. */
function uuid7(now: number): Uint8Array {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes;
}

/** Crockford base32, most significant bits first, so that the text sorts as the bytes do. */
function base32(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = alphabet[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

export function newId(kind: IdKind, now: number = Date.now()): string {
  return `${prefixes[kind]}_${base32(uuid7(now))}`;
}

/** A malformed id is answered like an unknown one, so callers only ask this to spare a query. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${prefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
}
