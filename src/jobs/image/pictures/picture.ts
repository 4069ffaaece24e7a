import { type Sharp, type SharpOptions, sharp } from '../../../engines/sharp/engine.ts';
import { maxAnimationPixels } from '../policy/limits.ts';

/** One image of an input, read as far as its header: facts to decide by, and a source to take pixels from. */
export interface Picture {
  source: string | Buffer | Uint8Array | Uint16Array;
  /** How sharp is to open the source. */
  opening: SharpOptions;
  /** Of one frame, upright. */
  width: number;
  height: number;
  /** How the stored pixels are to be turned, as EXIF counts; 1 for upright. */
  orientation: number;
  /** More than one: an animation, opened as one tall image. */
  frames: number;
  /** Milliseconds a frame. */
  delay: number[];
  /** Times it plays; 0 for ever. */
  loop: number;
  alpha: boolean;
  grey: boolean;
  /** Black and white only. */
  bilevel: boolean;
  sixteenBit: boolean;
  /** Floating-point colours, in which white and opaque are 1. */
  linear?: boolean;
  /** The colours its numbers are in: a profile of the same kind as the output, one to be converted, or plain sRGB. */
  profile: 'none' | 'kept' | 'converted';
  /** Drawn at any size. */
  vector: boolean;
  /** Already once through a lossy encoder. */
  lossy: boolean;
  /** A JPEG whose bytes mean the same without their metadata: upright, and in no profile. */
  embeddable: boolean;
  /** Pixels an inch. */
  density: number;
  /** The engines that read it, in order. */
  engines: readonly string[];
  /** Set when only a forgiving decoder could read it. */
  damaged: boolean;
}

/** What the output asks of the colours. */
export interface Development {
  keepMetadata: boolean;
  sixteenBit: boolean;
  /** A grey picture may become coloured: by a background, a border, a text. */
  coloured?: boolean;
}

/** A new pipeline over a picture's pixels: upright, at its size, in sRGB or, metadata kept, in its own profile. */
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
  // sharp converts 16-bit pixels to P3 on the way in and leaves them there unless a profile is named.
  else if (picture.sixteenBit && !picture.grey && picture.profile !== 'none')
    pipeline.withIccProfile('srgb', { attach: false });
  // sharp lays everything on grounds and alphas that count to 255 or 65535.
  if (picture.linear) pipeline.pipelineColourspace('rgb16');
  // sharp lays grey pictures on grey grounds.
  if (picture.grey && coloured) pipeline.pipelineColourspace('srgb');
  const deep = picture.sixteenBit && sixteenBit;
  const grey = picture.grey && !coloured;
  return pipeline.toColourspace(grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb');
}

/** What a file holds: a picture at least. */
export type Pictures = readonly [Picture, ...Picture[]];

/** Of all frames and pages together. */
export const countMegapixels = (pictures: readonly Pick<Picture, 'width' | 'height' | 'frames'>[]): number =>
  pictures.reduce((sum, { width, height, frames }) => sum + width * height * frames, 0) / 1e6;
