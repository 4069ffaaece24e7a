import { JobFailure } from '../../../contract/failure.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

export interface Shaping {
  crop?: Box;
  rotate?: number;
  width?: number;
  height?: number;
  /** One of the values of `image-resize`: contain, cover, fill, inside or outside. */
  fit?: string;
}

export interface Geometry {
  /** The filters from a frame as it is shown to a frame as it is written. */
  filters: string[];
  size: Size;
}

/** Codecs that halve the colour planes need even sides. */
const toEven = (side: number): number => Math.max(2, 2 * Math.round(side / 2));

const turns: Record<number, string[]> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};

/** Finds the size that a frame is scaled to, before anything is cut off or added. */
function findScaled({ width, height }: Size, { width: w, height: h, fit = 'inside' }: Shaping): Size {
  if (w === undefined && h === undefined) return { width, height };
  if (w === undefined) return { width: (width * h!) / height, height: h! };
  if (h === undefined) return { width: w, height: (height * w) / width };
  if (fit === 'fill') return { width: w, height: h };
  const [byWidth, byHeight] = [w / width, h / height];
  const scale =
    fit === 'cover' || fit === 'outside' ? Math.max(byWidth, byHeight) : Math.min(byWidth, byHeight);
  return { width: width * scale, height: height * scale };
}

/** Finds the filters that crop, turn and scale frames of this size, in this order. `isEven`: both sides must be even. */
export function planGeometry(shown: Size, shaping: Shaping, isEven: boolean): Geometry {
  const { crop, rotate = 0, width, height, fit } = shaping;
  const round = isEven ? toEven : (side: number) => Math.max(1, Math.round(side));
  if (crop && (crop.x + crop.width > shown.width || crop.y + crop.height > shown.height))
    throw new JobFailure('frame_crop_outside', `frames of ${shown.width}x${shown.height}`);
  const cut = crop ?? shown;
  const upright = rotate % 180 === 0 ? cut : { width: cut.height, height: cut.width };
  const exact = findScaled(upright, shaping);
  const scaled = { width: round(exact.width), height: round(exact.height) };
  const hasBox = width !== undefined && height !== undefined && (fit === 'contain' || fit === 'cover');
  const size = hasBox ? { width: round(width), height: round(height) } : scaled;
  const inner = {
    width: (fit === 'cover' ? Math.max : Math.min)(scaled.width, hasBox ? size.width : scaled.width),
    height: (fit === 'cover' ? Math.max : Math.min)(scaled.height, hasBox ? size.height : scaled.height),
  };
  return {
    filters: [
      ...(crop ? [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}:exact=1`] : []),
      ...turns[rotate]!,
      // The scaler also makes pixels square that are not.
      `scale=${inner.width}:${inner.height}:flags=bicubic`,
      ...(hasBox && fit === 'contain' ? [`pad=${size.width}:${size.height}:-1:-1:color=black`] : []),
      ...(hasBox && fit === 'cover' ? [`crop=${size.width}:${size.height}:exact=1`] : []),
      'setsar=1',
    ],
    size,
  };
}
