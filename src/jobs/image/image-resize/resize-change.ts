import type { Change } from '../pictures/drawing.ts';
import type { Picture } from '../pictures/picture.ts';
import { checkFrames, checkSize, type Size } from '../policy/checks.ts';

export interface Resizing {
  width?: number;
  height?: number;
  fit?: string;
  noEnlarge?: boolean;
  background: string;
}

type Fit = 'contain' | 'cover' | 'fill' | 'inside' | 'outside';

/** The change that brings a picture to the size asked for. */
export function resizeChange(
  picture: Picture,
  { fit = 'inside', noEnlarge = false, background, ...asked }: Resizing,
): Change {
  const { width, height } = picture.vector && noEnlarge ? limitToOwnSize(picture, asked) : asked;
  const size = predictSize(picture, { width, height, fit: fit as Fit, noEnlarge });
  checkSize(size);
  checkFrames(size, picture.frames);
  return {
    ...size,
    coloured: fit === 'contain',
    apply: pipeline =>
      pipeline.resize(width ?? null, height ?? null, {
        fit: fit as Fit,
        withoutEnlargement: noEnlarge,
        background,
      }),
  };
}

/** A drawing has no pixels to be short of: what is asked beyond its own size is brought down to it. */
const limitToOwnSize = (picture: Picture, { width, height }: Partial<Size>): Partial<Size> => ({
  ...(width !== undefined && { width: Math.min(width, picture.width) }),
  ...(height !== undefined && { height: Math.min(height, picture.height) }),
});

/** How large the result will be, or can be at most. */
function predictSize(
  picture: Size,
  {
    width,
    height,
    fit,
    noEnlarge,
  }: { width?: number | undefined; height?: number | undefined; fit: Fit; noEnlarge: boolean },
): Size {
  const across = (width ?? Number.NaN) / picture.width;
  const down = (height ?? Number.NaN) / picture.height;
  if (width !== undefined && height !== undefined && (fit === 'contain' || fit === 'cover' || fit === 'fill'))
    return { width, height };
  const both = fit === 'outside' ? Math.max(across, down) : Math.min(across, down);
  const wanted = Number.isNaN(across) ? down : Number.isNaN(down) ? across : both;
  const scale = noEnlarge ? Math.min(1, wanted) : wanted;
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
