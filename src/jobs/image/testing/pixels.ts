import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  ColorProfile,
  ColorSpace,
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
} from '@imagemagick/magick-wasm';
import { sharp } from '../../../engines/sharp/engine.ts';

export interface Rgba {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A picture as sharp sees it: sRGB with alpha, 8 bits, as stored (no turning). */
export async function rgba(source: string | Buffer, page = 0): Promise<Rgba> {
  const { data, info } = await sharp(source, { page, limitInputPixels: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

let magick: Promise<void> | undefined;

/** The same picture as another decoder sees it: ImageMagick, profile applied, turned as its metadata says. */
export async function magickRgba(source: string | Buffer, format: MagickFormat, frame = 0): Promise<Rgba> {
  const wasm = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm');
  magick ??= readFile(wasm).then(initializeImageMagick);
  await magick;
  const file = typeof source === 'string' ? await readFile(source) : source;
  const srgb = new ColorProfile((await sharp(await srgbDot()).metadata()).icc!);
  return ImageMagick.readCollection(file, format, images => {
    // Only the frames of an animation are drawn over each other.
    if (format === MagickFormat.Gif || format === MagickFormat.WebP) images.coalesce();
    const image = images[frame]!;
    image.autoOrient();
    if (image.getColorProfile()) image.transformColorSpace(srgb);
    image.colorSpace = ColorSpace.sRGB;
    const { width, height } = image;
    const data = image.getPixels(pixels => pixels.toByteArray(0, 0, width, height, 'RGBA'))!;
    return { width, height, data };
  });
}

const srgbDot = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .withIccProfile('srgb')
    .png()
    .toBuffer();

/** The mean difference of two pictures of one size, over all channels; colours under full transparency do not count. */
export function difference(a: Rgba, b: Rgba): number {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`${a.width}x${a.height} against ${b.width}x${b.height}`);
  let sum = 0;
  a.data.forEach((value, at) => {
    const alpha = at | 3;
    const shown = at === alpha || a.data[alpha] || b.data[alpha];
    if (shown) sum += Math.abs(value - b.data[at]!);
  });
  return sum / a.data.length;
}

export function pixelAt({ data, width }: Rgba, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}
