import { sharp } from '../../../engines/sharp/engine.ts';
import { openPicture, type Picture } from '../../image/pictures/picture.ts';
import type { Pixels } from '../../image/pictures/pixels.ts';
import type { Canvas, Raster } from './tiles.ts';

export type Samples = Pick<Pixels, 'data' | 'width' | 'height' | 'channels'>;

/** Decodes a picture's pixels, upright, and in its own colour profile if that is kept. */
export async function decode(
  picture: Picture,
  { keepMetadata, sixteenBit }: { keepMetadata: boolean; sixteenBit: boolean },
): Promise<Samples> {
  const deep = picture.sixteenBit && sixteenBit;
  const { data, info } = await openPicture(picture, { keepMetadata, sixteenBit })
    .raw({ depth: deep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const samples = deep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  return { data: samples, width: info.width, height: info.height, channels: info.channels as 1 | 2 | 3 | 4 };
}

const hasAlpha = ({ channels }: Samples): boolean => channels === 2 || channels === 4;

const describeRaw = ({ width, height, channels }: Samples) => ({ raw: { width, height, channels } });

/**
 * Converts colours for a model. Fully transparent pixels get the colours around them: otherwise the model
 * would draw an edge there, which shows once the alpha is enlarged.
 */
export async function toRaster(samples: Samples): Promise<Raster> {
  const { data, width, height, channels } = samples;
  const around = hasAlpha(samples) ? await spreadColours(samples) : data;
  const unit = data instanceof Uint16Array ? 1 : 257;
  const colours = channels < 3 ? 1 : 3;
  const raster = new Uint16Array(width * height * 3);
  for (let at = 0, to = 0; to < raster.length; at += channels, to += 3) {
    const source = colours < channels && data[at + colours] === 0 ? around : data;
    for (let band = 0; band < 3; band++) raster[to + band] = source[colours === 3 ? at + band : at]! * unit;
  }
  return { data: raster, width, height };
}

const spreadPixels = 8;

/**
 * Blurs the picture. A blur weighs colours by their alpha, so those of visible pixels spread into transparent
 * areas.
 */
async function spreadColours(samples: Samples): Promise<Samples['data']> {
  const deep = samples.data instanceof Uint16Array;
  const grey = samples.channels === 2;
  const blurred = await sharp(samples.data, describeRaw(samples))
    .blur(spreadPixels)
    .toColourspace(grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb')
    .raw({ depth: deep ? 'ushort' : 'uchar' })
    .toBuffer();
  return deep ? new Uint16Array(blurred.buffer, blurred.byteOffset, blurred.length / 2) : blurred;
}

/** Enlarges the alpha channel separately and puts it into the enlarged picture. */
export async function enlargeAlpha(samples: Samples, canvas: Canvas): Promise<void> {
  if (!hasAlpha(samples)) return;
  const { data, width, height, channels } = samples;
  const deep = data instanceof Uint16Array;
  const alpha = new (deep ? Uint16Array : Uint8Array)(width * height);
  for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * channels + channels - 1]!;
  const larger = await sharp(alpha, { raw: { width, height, channels: 1 } })
    .resize(canvas.width, canvas.height, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace(deep ? 'grey16' : 'b-w')
    .raw({ depth: deep ? 'ushort' : 'uchar' })
    .toBuffer();
  const values = deep ? new Uint16Array(larger.buffer, larger.byteOffset, larger.length / 2) : larger;
  for (let at = 0; at < values.length; at++) canvas.data[at * channels + channels - 1] = values[at]!;
}
