import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'fm_live_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Computes a checksum of six base62 characters, by which a mistyped key is refused without asking the
 * database.
 */
function computeChecksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = base62[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

export function makeKeySecret(): string {
  const body = prefix + Array.from({ length: 30 }, () => base62[randomInt(62)]).join('');
  return body + computeChecksum(body);
}

export function isKeySecret(text: string): boolean {
  return /^fm_live_[0-9A-Za-z]{36}$/.test(text) && computeChecksum(text.slice(0, -6)) === text.slice(-6);
}

export const hashKey = (secret: string): Buffer => createHash('sha256').update(secret).digest();
