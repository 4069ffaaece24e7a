import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { openPicture, type Picture } from '../../image/pictures/picture.ts';
import { withPictures } from '../../image/readers/read.ts';
import { drawPair, findDifference } from '../../pdf/pdf-compare/visual.ts';
import type { RunInput } from '../../run.ts';
import { type Finding, maxListed, writePercent } from './findings.ts';
import type { Context } from './text.ts';

/** Colours of images closer than this are equal: lossy encoders vary so much from version to version. */
const nearColours = 12;

/** Adds up the shares of pages. A page that only one file has differs as a whole. */
function summarizePages(shares: readonly { pixels: number; different: number }[], noun: string): Finding {
  const pixels = shares.reduce((sum, page) => sum + page.pixels, 0);
  const different = shares.reduce((sum, page) => sum + page.different, 0);
  const pages = shares
    .map((page, index) => ({ page: index + 1, share: page.different / Math.max(1, page.pixels) }))
    .filter(page => page.share > 0);
  const share = pixels === 0 ? 0 : different / pixels;
  const where = shares.length > 1 ? ` on ${pages.length} of ${shares.length} ${noun}` : '';
  return {
    by: 'pixels',
    share,
    ...(pages.length > 0 && { pages: pages.slice(0, maxListed) }),
    summary: `${writePercent(share)} of the pixels${where}`,
  };
}

/** Compares how the pages of two PDFs look, the first with the first and so on. */
export function comparePages(expected: PdfiumDocument, actual: PdfiumDocument): Finding {
  const shares = [];
  for (let at = 0; at < Math.max(expected.pageCount, actual.pageCount); at++) {
    const pair = {
      ...(at < expected.pageCount && { old: at }),
      ...(at < actual.pageCount && { new: at }),
    };
    const { old, new: now } = drawPair(expected, actual, pair);
    const only = (old ?? now)!;
    if (!old || !now) {
      shares.push({ pixels: only.width * only.height, different: only.width * only.height });
      continue;
    }
    const { pixels } = findDifference(old, now);
    shares.push({ pixels: pixels.length, different: pixels.reduce((sum, each) => sum + each, 0) });
  }
  return summarizePages(shares, 'pages');
}

/** Reads all frames of a picture below one another, with transparency. */
async function readPixels(picture: Picture): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await openPicture(picture, {
    keepMetadata: false,
    sixteenBit: false,
    coloured: true,
  })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Counts the pixels that differ. What shows through a fully transparent pixel does not count. */
function countDifferent(a: Buffer, b: Buffer): number {
  let different = 0;
  for (let at = 0; at < a.length; at += 4) {
    const [alpha, other] = [a[at + 3]!, b[at + 3]!];
    if (alpha === 0 && other === 0) continue;
    for (let channel = 0; channel < 4; channel++)
      if (Math.abs(a[at + channel]! - b[at + channel]!) > nearColours) {
        different++;
        break;
      }
  }
  return different;
}

async function comparePictures(expected: Picture, actual: Picture | undefined) {
  const count = expected.width * expected.height * expected.frames;
  const isSameSize =
    actual?.width === expected.width &&
    actual.height === expected.height &&
    actual.frames === expected.frames;
  if (!actual || !isSameSize) return { pixels: count, different: count };
  const [one, other] = [await readPixels(expected), await readPixels(actual)];
  if (one.data.length !== other.data.length) return { pixels: count, different: count };
  return { pixels: count, different: countDifferent(one.data, other.data) };
}

/** Compares all pages and frames of two images. Pictures of different sizes differ as a whole. */
export async function compareImages(
  context: Context,
  expected: RunInput,
  actual: RunInput,
): Promise<{ finding: Finding; engines: string[] }> {
  const wanted = { animation: true, pages: true, metadata: false };
  return await withPictures(expected, wanted, context, before =>
    withPictures(actual, wanted, context, async after => {
      const shares = [];
      for (let at = 0; at < Math.max(before.length, after.length); at++) {
        const [old, now] = [before[at], after[at]];
        shares.push(await comparePictures((old ?? now)!, old && now));
      }
      const engines = [...before, ...after].flatMap(picture => [...picture.engines]);
      return { finding: summarizePages(shares, 'pictures'), engines: [...new Set([...engines, 'sharp'])] };
    }),
  );
}
