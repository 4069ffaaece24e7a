import { writeFile } from 'node:fs/promises';
import { type Sharp, sharp } from '../../../engines/sharp/engine.ts';
import type { Grey } from '../../image/scans/grey.ts';

export const openGrey = ({ data, width, height }: Grey): Sharp =>
  sharp(data, { raw: { width, height, channels: 1 } });

export async function renderGrey(pipeline: Sharp): Promise<Grey> {
  const { data, info } = await pipeline.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
  };
}

/** PGM is uncompressed, so it costs nothing to write or parse. */
export const writePgm = (path: string, { width, height, data }: Grey): Promise<void> =>
  writeFile(path, [Buffer.from(`P5 ${width} ${height} 255\n`), data]);
