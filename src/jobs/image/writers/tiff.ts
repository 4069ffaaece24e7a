import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinTiffs } from '../codecs/tiff-join.ts';
import type { Drawing } from '../pictures/drawing.ts';
import type { Writer } from './writer.ts';

/** Writes a losslessly compressed TIFF with one page per picture. */
export const writeTiff: Writer = async (drawings, path, _encoding, dir) => {
  const nameOf = (index: number) => join(dir, `page-${index}.tiff`);
  const [first, ...others] = drawings;
  const { width, height } = await openPage(first).toFile(nameOf(0));
  for (const [index, drawing] of others.entries()) await openPage(drawing).toFile(nameOf(index + 1));
  if (others.length === 0) await rename(nameOf(0), path);
  else {
    const pages = drawings.map((_, index) => nameOf(index));
    await joinTiffs(pages, path);
    await Promise.all(pages.map(page => rm(page)));
  }
  return { width, height };
};

function openPage({ picture, untouched, open }: Drawing) {
  const xres = picture.density / 25.4;
  const resolution = { xres, yres: xres / (picture.pixelHeight ?? 1) };
  return picture.bilevel && untouched
    ? open().tiff({ compression: 'ccittfax4', bitdepth: 1, ...resolution })
    : open().tiff({ compression: 'lzw', predictor: 'horizontal', ...resolution });
}
