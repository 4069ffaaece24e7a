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

/** Returns the change that resizes a picture as requested. */
export function makeResizeChange(
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

/** A vector drawing is rendered at the requested size, so the request is limited to its own size here. */
const limitToOwnSize = (picture: Picture, { width, height }: Partial<Size>): Partial<Size> => ({
  ...(width !== undefined && { width: Math.min(width, picture.width) }),
  ...(height !== undefined && { height: Math.min(height, picture.height) }),
});

/** Predicts the size of the result, or its maximum. */
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
