import { JobFailure } from '../../../contract/failure.ts';
import type { Sharp } from '../../../engines/sharp/engine.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { requireWritable } from '../policy/writable.ts';
import { openPicture, type Picture } from './picture.ts';

/** How an output is to be written. */
export interface Encoding {
  format: FormatId;
  quality?: number | undefined;
  lossless?: boolean | undefined;
  /** Laid under transparency; where the format holds none and no colour is given, white. */
  background?: string | undefined;
  keepMetadata: boolean;
}

/** A picture on its way to the output: what a writer opens, as often as it needs. */
export interface Drawing {
  picture: Picture;
  /** Of one frame. */
  width: number;
  height: number;
  /** Nothing but what every output asks is done to it. */
  untouched: boolean;
  open(): Sharp;
}

export interface Change {
  width: number;
  height: number;
  /** The change brings colours of its own, so that grey does not stay grey. */
  coloured?: boolean;
  apply(pipeline: Sharp): Sharp;
}

export function makeDrawing(picture: Picture, encoding: Encoding, change?: Change): Drawing {
  const output = requireWritable(encoding.format);
  const { width, height } = change ?? picture;
  if (Math.max(width, height) > output.maxSide)
    throw new JobFailure('picture_too_large', `${encoding.format} holds no ${width}x${height}`);
  const background = encoding.background ?? (output.alpha ? undefined : 'white');
  const open = (): Sharp => {
    const pipeline = openPicture(picture, {
      keepMetadata: encoding.keepMetadata && output.metadata,
      sixteenBit: output.sixteenBit,
      coloured: encoding.background !== undefined || change?.coloured === true,
    });
    if (background !== undefined && picture.alpha) pipeline.flatten({ background });
    return change ? change.apply(pipeline) : pipeline;
  };
  return { picture, width, height, untouched: !change && background === undefined, open };
}
