import { writeFile } from 'node:fs/promises';
import type { EncodeImage } from 'filemill';
import sharp from 'sharp';

export const encodeImage: EncodeImage = async (png, path) => {
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, row) =>
    Array.from(data.subarray(row * info.width, (row + 1) * info.width)).join('\t'),
  );
  await writeFile(path, `${rows.join('\n')}\n`);
};
