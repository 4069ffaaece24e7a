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

/** Colours as ITU-T H.273 numbers them. */
export interface ColourNumbers {
  primaries: number;
  /** The transfer curve. */
  curve: number;
}

export const isP3 = ({ primaries, curve }: ColourNumbers): boolean =>
  primaries === displayP3 && curve === srgbCurve;

/** Reads the colours that an AVIF or HEIC declares by numbers. */
export async function readColourNumbers(path: string): Promise<ColourNumbers | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(reach), 0, reach, 0);
  const at = buffer.subarray(0, bytesRead).indexOf('colrnclx', 0, 'latin1');
  if (at < 0 || at + 12 > bytesRead) return undefined;
  return { primaries: buffer.readUInt16BE(at + 8), curve: buffer.readUInt16BE(at + 10) };
}
