import { countShades, cropPage, findPercentile, type Grey } from '../../../image/scans/grey.ts';
import { measureSkew } from '../../../image/scans/skew.ts';
import { combineMatrices, type Matrix, rotateAboutCentres } from '../matrix.ts';
import type { Turn } from '../page.ts';
import { openGrey, renderGrey } from '../pixels.ts';
import { measureLetterHeight } from './components.ts';
import { isLightOnDark } from './dark-page.ts';
import { reduceNoise, slight } from './denoise.ts';
import { measureNoise } from './noise.ts';
import { makePaperEven, stretchContrast } from './paper.ts';
import { removeLonePixels } from './specks.ts';
import { findSurround } from './surround.ts';

/** A page prepared for recognition, and the transformation from its pixels back to the original page. */
export interface Prepared {
  image: Grey;
  toPage: Matrix;
}

/** Tesseract reads letters of the `good` height best: smaller ones are enlarged, much larger ones shrunk. */
const letters = { small: 19, good: 30, large: 64 };
const maxEnlarged = 4;
const maxPixels = 60_000_000;
/** A smaller slant does not disturb recognition, and correcting it would blur the page. */
const minSkew = 0.3;
/** How clearly lines must stand out before the page is rotated by their angle. */
const minSharpness = 2;
const border = 12;
/** The contrast of print and paper in grey levels. */
const fullContrast = 200;
const minContrast = 40;

/** Removes noise, shadows and yellowing. */
export async function cleanPage(page: Grey): Promise<Grey> {
  const inverted = isLightOnDark(page);
  const surround = inverted ? undefined : findSurround(page);
  const darkOnLight = inverted ? { ...page, data: page.data.map(value => 255 - value) } : page;
  // A black surround does not count as paper.
  const upright = removeLonePixels(surround?.paint(page, 0) ?? darkOnLight);
  const paper = surround ? cropPage(upright, surround.paper) : upright;
  const grain = measureNoise(paper);
  const trouble = (grain * fullContrast) / measureContrast(paper);
  const calm = makePaperEven(await reduceNoise(upright, grain, trouble));
  const even = surround?.paint(calm, 255) ?? calm;
  return trouble < slight ? even : stretchContrast(even);
}

/** Measures the difference between print and paper. */
function measureContrast({ data }: Grey): number {
  const histogram = countShades(data);
  const apart = findPercentile(histogram, 0.5) - findPercentile(histogram, 0.01);
  return Math.max(minContrast, Math.min(fullContrast, apart));
}

export async function preparePage(page: Grey, turn: Turn, deskew: boolean): Promise<Prepared> {
  const upright = turn === 0 ? page : await renderGrey(openGrey(page).rotate(turn));
  const scale = chooseScale(upright);
  const sized =
    scale === 1
      ? upright
      : await renderGrey(
          openGrey(upright).resize({
            width: Math.max(1, Math.round(upright.width * scale)),
            height: Math.max(1, Math.round(upright.height * scale)),
            fit: 'fill',
            kernel: scale > 1 ? 'cubic' : 'lanczos3',
          }),
        );
  const skew = deskew ? measureSkew(sized) : { angle: 0, sharpness: 1 };
  const level = Math.abs(skew.angle) >= minSkew && skew.sharpness >= minSharpness;
  const lined = level ? await renderGrey(openGrey(sized).rotate(-skew.angle, { background: '#fff' })) : sized;
  const image = await renderGrey(
    openGrey(lined).extend({
      top: border,
      bottom: border,
      left: border,
      right: border,
      background: '#fff',
    }),
  );
  const back = rotateAboutCentres(-turn, 1, upright, page);
  const toUpright = rotateAboutCentres(level ? skew.angle : 0, upright.width / sized.width, image, upright);
  return { image, toPage: combineMatrices(back, toUpright) };
}

function chooseScale(page: Grey): number {
  const height = measureLetterHeight(page);
  const wanted =
    height === undefined || (height >= letters.small && height <= letters.large)
      ? 1
      : Math.min(maxEnlarged, letters.good / height);
  return Math.min(wanted, Math.sqrt(maxPixels / (page.width * page.height)));
}
