import { open } from 'node:fs/promises';
import { sharp } from '../../../engines/sharp/engine.ts';

/** A profile that libvips brings along. */
export async function loadProfile(name: 'srgb' | 'p3'): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });
  return (await sharp(await dot.withIccProfile(name).png().toBuffer()).metadata()).icc!;
}

/** The boxes before an AVIF's or a HEIC's pixels are no longer than this, unless they are full of notes. */
const reach = 64 * 1024;
const displayP3 = 12;
const srgbCurve = 13;

/** Whether a PNG's numbers (`cICP`) mean Display P3. */
export const isP3 = (numbers: Uint8Array): boolean => numbers[0] === displayP3 && numbers[1] === srgbCurve;

/** Whether an AVIF or a HEIC says by numbers alone, and not by a profile, that its colours are in Display P3. */
export async function isNumberedP3(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(reach), 0, reach, 0);
  const at = buffer.subarray(0, bytesRead).indexOf('colrnclx', 0, 'latin1');
  if (at < 0 || at + 12 > bytesRead) return false;
  return buffer.readUInt16BE(at + 8) === displayP3 && buffer.readUInt16BE(at + 10) === srgbCurve;
}
