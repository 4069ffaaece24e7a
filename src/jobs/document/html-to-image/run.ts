import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import {
  captureArea,
  measureElement,
  measurePage,
  openSite,
  showPage,
  warmBrowser,
} from '../../../engines/chromium/engine.ts';
import { describeNotLoaded } from '../../../engines/chromium/not-loaded.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import type { Run } from '../../run.ts';
import type { job } from './job.ts';

/** Starts the browser in a host that has no job yet. */
export const warm = (): Promise<void> => warmBrowser('/tmp');

/** The longest side that a format can have. */
const maxSide = { png: 1_000_000, jpeg: 65_535, webp: 16_383 };

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress, begin, measure }) => {
  const { width, height, deviceScale, transparent, fullPage = true, selector, quality = 90 } = options;
  const format = options.outputFormat;
  const site = await openSite(input, dir);
  progress(10);
  const shown = { ...options, site, javascript: true };
  const { picture, missing } = await showPage(shown, dir, async page => {
    const window = { x: 0, y: 0, width, height };
    const area =
      selector === undefined
        ? fullPage
          ? await measurePage(page)
          : window
        : await measureElement(page, selector);
    if (!area || area.width < 1 || area.height < 1) throw new JobFailure('element_missing', selector ?? '');
    if (Math.max(area.width, area.height) * deviceScale > maxSide[format])
      throw new JobFailure('picture_too_large', `${area.width} by ${area.height}`);
    const megapixels = (area.width * area.height * deviceScale ** 2) / 1e6;
    await measure({ megapixels });
    begin({ megapixel: megapixels });
    const picture = await captureArea(page, area, { deviceScale, transparent, dir });
    return { picture, missing: page.missing };
  });
  progress(80);

  const extension = getFormat(format).extensions[0];
  const path = join(dir, `picture.${extension}`);
  const background = transparent ? { r: 0, g: 0, b: 0, alpha: 0 } : '#ffffff';
  const joined = sharp({
    create: { width: picture.width, height: picture.height, channels: 4, background },
  }).composite(picture.strips.map(({ path, top }) => ({ input: path, top, left: 0 })));
  const image = transparent ? joined : joined.flatten({ background: '#ffffff' });
  if (format === 'png') await image.png({ compressionLevel: 6 }).toFile(path);
  else if (format === 'jpeg') await image.jpeg({ quality, chromaSubsampling: '4:4:4' }).toFile(path);
  else await image.webp({ quality, effort: 2 }).toFile(path);
  const { metadata, warnings } = describeNotLoaded(missing);
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${extension}`),
        format,
        metadata: { width: picture.width, height: picture.height, ...metadata },
      },
    ],
    engines: ['chromium', 'sharp'],
    warnings,
  };
};
