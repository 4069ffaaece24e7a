import { open } from 'node:fs/promises';
import { sharp } from '../../../engines/sharp/engine.ts';

/** Loads a profile that comes with libvips. */
export async function loadProfile(name: 'srgb' | 'p3'): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });
  return (await sharp(await dot.withIccProfile(name).png().toBuffer()).metadata()).icc!;
}

/** The bytes of an AVIF or HEIC in which the boxes before the pixels normally lie. */
const reach = 64 * 1024;
const displayP3 = 12;
const srgbCurve = 13;

/** Returns true if a PNG's `cICP` numbers mean Display P3. */
export const isP3 = (numbers: Uint8Array): boolean => numbers[0] === displayP3 && numbers[1] === srgbCurve;

/** Returns true if an AVIF or HEIC declares Display P3 by numbers only, without a profile. */
export async function isNumberedP3(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(reach), 0, reach, 0);
  const at = buffer.subarray(0, bytesRead).indexOf('colrnclx', 0, 'latin1');
  if (at < 0 || at + 12 > bytesRead) return false;
  return buffer.readUInt16BE(at + 8) === displayP3 && buffer.readUInt16BE(at + 10) === srgbCurve;
}
