import { cropped, type Grey, histogramOf, percentile } from '../grey.ts';
import { aboutMiddles, after, type Matrix } from '../matrix.ts';
import type { Turn } from '../page.ts';
import { greyOf, pipelineOf } from '../pixels.ts';
import { letterHeight } from './components.ts';
import { lightOnDark } from './dark-page.ts';
import { calmed, slight } from './denoise.ts';
import { grainOf } from './noise.ts';
import { evenPaper, stretched } from './paper.ts';
import { skewOf } from './skew.ts';
import { withoutLonePixels } from './specks.ts';
import { surroundOf } from './surround.ts';

/** A page made easy to recognise, and the way back from its pixels to the page's own. */
export interface Prepared {
  image: Grey;
  toPage: Matrix;
}

/** Letters Tesseract reads well are this many pixels high; smaller ones are enlarged, much larger ones shrunk. */
const letters = { small: 19, good: 30, large: 64 };
const mostEnlarged = 4;
const mostPixels = 60_000_000;
/** A slant no reader minds is not worth blurring the page for. */
const leastSkew = 0.3;
/** How clearly lines must stand out before a page is turned by them. */
const leastSharpness = 2;
const border = 12;
/** Grey levels between print and paper. */
const fullContrast = 200;
const leastContrast = 40;

/** The page without its grain, shadows and yellowing. */
export async function cleaned(page: Grey): Promise<Grey> {
  const inverted = lightOnDark(page);
  const surround = inverted ? undefined : surroundOf(page);
  const darkOnLight = inverted ? { ...page, data: page.data.map(value => 255 - value) } : page;
  // Black, the surround counts for no paper.
  const upright = withoutLonePixels(surround?.painted(page, 0) ?? darkOnLight);
  const paper = surround ? cropped(upright, surround.paper) : upright;
  const grain = grainOf(paper);
  const trouble = (grain * fullContrast) / contrastOf(paper);
  const calm = evenPaper(await calmed(upright, grain, trouble));
  const even = surround?.painted(calm, 255) ?? calm;
  return trouble < slight ? even : stretched(even);
}

/** How far the print of a page is from its paper. */
function contrastOf({ data }: Grey): number {
  const histogram = histogramOf(data);
  const apart = percentile(histogram, 0.5) - percentile(histogram, 0.01);
  return Math.max(leastContrast, Math.min(fullContrast, apart));
}

export async function prepared(page: Grey, turn: Turn, deskew: boolean): Promise<Prepared> {
  const upright = turn === 0 ? page : await greyOf(pipelineOf(page).rotate(turn));
  const scale = scaleOf(upright);
  const sized =
    scale === 1
      ? upright
      : await greyOf(
          pipelineOf(upright).resize({
            width: Math.max(1, Math.round(upright.width * scale)),
            height: Math.max(1, Math.round(upright.height * scale)),
            fit: 'fill',
            kernel: scale > 1 ? 'cubic' : 'lanczos3',
          }),
        );
  const skew = deskew ? skewOf(sized) : { angle: 0, sharpness: 1 };
  const level = Math.abs(skew.angle) >= leastSkew && skew.sharpness >= leastSharpness;
  const lined = level ? await greyOf(pipelineOf(sized).rotate(-skew.angle, { background: '#fff' })) : sized;
  const image = await greyOf(
    pipelineOf(lined).extend({
      top: border,
      bottom: border,
      left: border,
      right: border,
      background: '#fff',
    }),
  );
  const back = aboutMiddles(-turn, 1, upright, page);
  const toUpright = aboutMiddles(level ? skew.angle : 0, upright.width / sized.width, image, upright);
  return { image, toPage: after(back, toUpright) };
}

function scaleOf(page: Grey): number {
  const height = letterHeight(page);
  const wanted =
    height === undefined || (height >= letters.small && height <= letters.large)
      ? 1
      : Math.min(mostEnlarged, letters.good / height);
  return Math.min(wanted, Math.sqrt(mostPixels / (page.width * page.height)));
}
