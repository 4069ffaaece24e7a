import { readFile } from 'node:fs/promises';
import { type DecodeImage, JobFailure } from 'filemill';

export const decodeImage: DecodeImage = async (path, { page, maxPixels }) => {
  if (page > 0) throw new JobFailure('page_missing', 'a table is one picture', String(page + 1));
  const rows = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map(row => row.split('\t').map(Number));
  const width = rows[0]?.length ?? 0;
  if (width * rows.length > maxPixels) throw new JobFailure('limit_exceeded', `${width}x${rows.length}`);
  return { data: Uint8Array.from(rows.flat()), width, height: rows.length, channels: 1, lossy: false };
};
