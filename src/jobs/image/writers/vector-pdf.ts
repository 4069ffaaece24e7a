import { JobFailure } from '../../../contract/failure.ts';
import { convertSvgToPdf } from '../../../engines/librsvg/engine.ts';
import type { Encoding } from '../pictures/drawing.ts';
import type { Picture } from '../pictures/picture.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import { cssDensity } from '../readers/svg.ts';

/** The resolution of drawings in a PDF that can only be pixels. */
const printDensity = 300;
/** The longest side in CSS pixels of a page that PDF allows: 200 inches. */
const maxPageSide = 200 * cssDensity;

/** The longest side in pixels that drawings are rendered at. */
const maxDrawnSide = 32_000;

/** Drawings with these become pixels at the resolution of the screen in a PDF, or vanish. */
const pixelsOnly = /\b(?:filter|mask)\s*[=:]\s*["']?\s*url\(/;

/** Writes a drawing as a PDF of lines and text. Returns false if it can only be pixels. */
export async function writeVectorPdf(
  { source, vector, width, height, density }: Picture,
  path: string,
  { background }: Encoding,
  dir: string,
): Promise<boolean> {
  if (!vector || !Buffer.isBuffer(source)) return false;
  if ((Math.max(width, height) * cssDensity) / density > maxPageSide) return false;
  if (pixelsOnly.test(source.toString('utf8'))) return false;
  try {
    await convertSvgToPdf(source, path, { background, dir });
    return true;
  } catch (error) {
    // The program is not installed, or is older than the library that reads the drawing otherwise.
    if (error instanceof JobFailure && error.id === 'engine_error') return false;
    throw error;
  }
}

/** Raises the resolution of a drawing that becomes pixels on a page, as far as memory and the renderer allow. */
export function refineForPrint(picture: Picture): Picture {
  if (!picture.vector) return picture;
  const affordable = Math.sqrt(maxHeldPixels / (picture.width * picture.height));
  const fitting = maxDrawnSide / Math.max(picture.width, picture.height);
  const factor = Math.max(1, Math.min(printDensity / picture.density, affordable, fitting));
  return {
    ...picture,
    width: Math.round(picture.width * factor),
    height: Math.round(picture.height * factor),
    density: picture.density * factor,
  };
}
