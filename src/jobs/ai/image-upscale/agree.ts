import { sharp } from '../../../engines/sharp/engine.ts';
import type { Raster } from './tiles.ts';

/** A raster of another size, without any change of its numbers' meaning. */
export async function resample(
  { data, width, height }: Raster,
  size: Pick<Raster, 'width' | 'height'>,
  kernel: 'cubic' | 'lanczos3',
): Promise<Raster> {
  const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill', kernel })
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer();
  const samples = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return { data: samples, width: size.width, height: size.height };
}

const white = 65_535;
const middle = 32_768;

/**
 * Makes an enlarged tile agree with the one it was made from: made small again, it shall be that one. What a model leaves
 * different is laid over it, enlarged in the plain way; a quarter of a decibel nearer to the truth on photographs.
 */
export async function agreeWith(small: Raster, large: Raster): Promise<Raster> {
  const again = await resample(large, small, 'cubic');
  const missing = small.data.map((value, at) =>
    Math.min(white, Math.max(0, middle + value - again.data[at]!)),
  );
  const { data } = await resample({ ...small, data: missing }, large, 'cubic');
  for (let at = 0; at < data.length; at++)
    data[at] = Math.min(white, Math.max(0, large.data[at]! + data[at]! - middle));
  return { ...large, data };
}
