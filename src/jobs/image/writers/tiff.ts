import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinTiffs } from '../codecs/tiff-join.ts';
import type { Drawing } from '../pictures/drawing.ts';
import type { Writer } from './writer.ts';

/** A TIFF of as many pages as there are pictures, compressed without loss. */
export const writeTiff: Writer = async (drawings, path, _encoding, dir) => {
  const pages: string[] = [];
  const sizes: { width: number; height: number }[] = [];
  for (const [index, drawing] of drawings.entries()) {
    const page = join(dir, `page-${index}.tiff`);
    const { width, height } = await openPage(drawing).toFile(page);
    pages.push(page);
    sizes.push({ width, height });
  }
  if (pages.length === 1) await rename(pages[0]!, path);
  else {
    await joinTiffs(pages, path);
    await Promise.all(pages.map(page => rm(page)));
  }
  return sizes[0]!;
};

function openPage({ picture, untouched, open }: Drawing) {
  const resolution = { xres: picture.density / 25.4, yres: picture.density / 25.4 };
  return picture.bilevel && untouched
    ? open().tiff({ compression: 'ccittfax4', bitdepth: 1, ...resolution })
    : open().tiff({ compression: 'lzw', predictor: 'horizontal', ...resolution });
}
