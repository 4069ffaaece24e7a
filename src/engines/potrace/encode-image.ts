import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import type { EncodeImage } from '../image-formats.ts';
import { runProgram } from '../program.ts';
import { sharp } from '../sharp/engine.ts';
import { findAreas } from './areas.ts';

/** More pixels make outlines no better, and tracing slower; those of a photo become spots. */
const maxPixels = 1_000_000;
const maxPhotoPixels = 250_000;
/** Spots of fewer pixels than this are left out, or of a smaller share of a large picture. */
const minSpot = 4;
const spotShare = 1 / 50_000;
/** The entropy from which a picture is a photo, whose noise would become thousands of spots. */
const photoEntropy = 5;
const smoothing = 5;
const maxColours = 32;

/** Writes a mask as PBM, with eight pixels a byte. */
function writeMask(isInside: (index: number) => boolean, width: number, height: number): Buffer {
  const stride = Math.ceil(width / 8);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isInside(y * width + x)) rows[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), rows]);
}

async function traceMask(mask: Buffer, spot: number, dir: string): Promise<string[]> {
  const [input, output] = [join(dir, 'mask.pbm'), join(dir, 'mask.svg')];
  await writeFile(input, mask);
  const args = ['--svg', '--flat', '--turdsize', String(spot), '-o', output, input];
  await runProgram('potrace', args, { cwd: dir });
  const svg = await readFile(output, 'utf8');
  return [...svg.matchAll(/<path\b[^>]*\bd="([^"]*)"/g)].map(([, d]) => d!.replaceAll(/\s+/g, ' '));
}

/**
 * Traces a picture as areas of a few colours, one above the other: each area extends below those that are drawn after it, so
 * that there are no gaps. Quality is the number of colours.
 */
export const encodeImage: EncodeImage = async (png, path, { quality, dir }) => {
  const { width: ownWidth = 0, height: ownHeight = 0 } = await sharp(png).metadata();
  const isPhoto = (await sharp(png).stats()).entropy > photoEntropy;
  const most = isPhoto ? maxPhotoPixels : maxPixels;
  const scale = Math.min(1, Math.sqrt(most / (ownWidth * ownHeight)));
  const size = (side: number) => Math.max(1, Math.round(side * scale));
  const asked = quality === 'lossless' ? 100 : quality;
  const colours = Math.max(2, Math.round((asked / 100) * maxColours));
  const resized = await sharp(png).resize(size(ownWidth), size(ownHeight), { fit: 'fill' }).png().toBuffer();
  const source = sharp(resized);
  const reduced = await (isPhoto ? source.median(smoothing) : source)
    .png({ palette: true, colours, dither: 0 })
    .toBuffer();
  const { data, info } = await sharp(reduced).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const { ranks, areas } = findAreas(data, isPhoto ? 'brightness' : 'size');
  const spot = Math.max(minSpot, Math.round(width * height * spotShare));
  const groups: string[] = [];
  for (const [rank, { colour }] of areas.entries()) {
    const paths = await traceMask(
      writeMask(index => ranks[index]! >= rank, width, height),
      spot,
      dir,
    );
    groups.push(...paths.map(d => `<path fill="${colour}" d="${d}"/>`));
  }
  if (groups.length === 0) throw new JobFailure('nothing_to_trace', 'no area of a colour');
  const unit = `translate(0,${height}) scale(0.1,-0.1)`;
  await writeFile(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${ownWidth}" height="${ownHeight}" viewBox="0 0 ${width} ${height}"><g transform="${unit}">\n${groups.join('\n')}\n</g></svg>\n`,
  );
};
