import { JobFailure } from '../../../contract/failure.ts';
import type { Sharp } from '../../../engines/sharp/engine.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { requireWritable } from '../policy/writable.ts';
import { openPicture, type Picture } from './picture.ts';

/** How the output is written. */
export interface Encoding {
  format: FormatId;
  quality?: number | undefined;
  lossless?: boolean | undefined;
  /** The background for transparent areas. If the format has no transparency, the default is white. */
  background?: string | undefined;
  keepMetadata: boolean;
}

/** A picture with its changes, ready to be written. A writer may open it more than once. */
export interface Drawing {
  picture: Picture;
  /** Pixels of one frame. */
  width: number;
  height: number;
  /** True if there are no changes besides those that every output needs. */
  untouched: boolean;
  open(): Sharp;
}

export interface Change {
  width: number;
  height: number;
  /** True if the change may add colours, so that a grey picture does not stay grey. */
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
