import type { WarningDetail } from '../../../contract/warnings.ts';
import { type Sharp, type SharpOptions, sharp } from '../../../engines/sharp/engine.ts';
import { maxAnimationPixels } from '../policy/limits.ts';

/** One image of an input, of which only the header is read: facts for decisions, and a source of pixels. */
export interface Picture {
  source: string | Buffer | Uint8Array | Uint16Array;
  /** Options with which sharp opens the source. */
  opening: SharpOptions;
  /** Pixels of one frame, after EXIF orientation is applied. */
  width: number;
  height: number;
  /** The EXIF orientation of the stored pixels; 1 is upright. */
  orientation: number;
  /** More than one for an animation, which is opened as one tall image. */
  frames: number;
  /** True if it stands for a file with further pages, of which the caller chose none. */
  leavesPages?: boolean;
  /** True if it is the first frame of an animation, of which the caller chose none. */
  leavesFrames?: boolean;
  /** Milliseconds per frame. */
  delay: number[];
  /** How often it plays; 0 means forever. */
  loop: number;
  alpha: boolean;
  grey: boolean;
  /** True if it has only black and white. */
  bilevel: boolean;
  sixteenBit: boolean;
  /** True for floating-point colours, in which white and opaque are 1. */
  linear?: boolean;
  /**
   * The colour space of its pixels: a profile of the same kind as the output, one to be converted, or plain
   * sRGB.
   */
  profile: 'none' | 'kept' | 'converted';
  /** True if it can be rendered at any size. */
  vector: boolean;
  /** True if it was already encoded with loss. */
  lossy: boolean;
  /** True for a JPEG whose bytes mean the same without metadata: upright and without a profile. */
  embeddable: boolean;
  /** Pixels per inch, across the picture. */
  density: number;
  /** How many times as high as wide its pixels are; they are square if this is missing. */
  pixelHeight?: number;
  /** The engines that read it, in order. */
  engines: readonly string[];
  /** True if only a tolerant decoder could read it. */
  damaged: boolean;
  /** Warnings about parts that could not be read, or not as they are. */
  warnings?: readonly WarningDetail[];
}

/** The output's requirements for colours. */
export interface Development {
  keepMetadata: boolean;
  sixteenBit: boolean;
  /** True if a grey picture may become coloured, by a background, a border or a text. */
  coloured?: boolean;
}

/**
 * Opens a new pipeline over a picture's pixels: upright, at its size, in sRGB, or in its own profile if
 * metadata is kept.
 */
export function openPicture(picture: Picture, { keepMetadata, sixteenBit, coloured }: Development): Sharp {
  const pipeline = sharp(picture.source, {
    ...picture.opening,
    failOn: picture.damaged ? 'none' : 'error',
    limitInputPixels: maxAnimationPixels,
    autoOrient: picture.frames === 1,
  });
  if (picture.vector) pipeline.resize(picture.width, picture.height, { fit: 'fill' });
  if (keepMetadata) pipeline.keepExif().keepXmp();
  if (keepMetadata && picture.profile === 'kept') pipeline.keepIccProfile();
  // sharp converts 16-bit pixels to P3 on input and leaves them there unless a profile is given.
  else if (picture.sixteenBit && !picture.grey && picture.profile !== 'none')
    pipeline.withIccProfile('srgb', { attach: false });
  // sharp's backgrounds and alphas range to 255 or 65535.
  if (picture.linear) pipeline.pipelineColourspace('rgb16');
  // sharp converts the background of grey pictures to grey.
  if (picture.grey && coloured) pipeline.pipelineColourspace('srgb');
  const deep = picture.sixteenBit && sixteenBit;
  const grey = picture.grey && !coloured;
  return pipeline.toColourspace(grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb');
}

/** The pictures of a file, at least one. */
export type Pictures = readonly [Picture, ...Picture[]];

/** Counts the pixels of all frames and pages together. */
export const countMegapixels = (pictures: readonly Pick<Picture, 'width' | 'height' | 'frames'>[]): number =>
  pictures.reduce((sum, { width, height, frames }) => sum + width * height * frames, 0) / 1e6;
