import { sharp } from '../../../engines/sharp/engine.ts';
import { setExifUpright } from '../codecs/exif.ts';
import { openPicture, type Picture } from '../pictures/picture.ts';
import { makePicture } from '../pictures/pixels.ts';
import { checkFrames } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import { type Frame, type Frames, renderFrame } from './frame.ts';
import { applyOperations, endsGrey, type Surroundings } from './operations.ts';
import type { Operation } from './options.ts';

export interface Editing extends Surroundings {
  operations: readonly Operation[];
  keepMetadata: boolean;
  sixteenBit: boolean;
  onDone(share: number): void;
}

/** Applies the operations and returns the picture in memory. */
export async function editPicture(
  picture: Picture,
  { operations, fill, onDone, ...editing }: Editing,
): Promise<Picture> {
  checkFrames(picture, picture.frames, maxHeldPixels);
  // Text can be drawn only in 8 bits.
  const sixteenBit = editing.sixteenBit && !operations.some(({ type }) => type === 'watermark');
  const deep = sixteenBit && picture.sixteenBit;
  const opened = openPicture(picture, { keepMetadata: editing.keepMetadata, sixteenBit, coloured: true });
  const frames = splitFrames(await renderFrame(opened, deep), picture.frames);
  const done = await applyOperations(frames, operations, { fill }, onDone);
  const metadata = editing.keepMetadata && picture.frames === 1 ? await readMetadata(picture) : {};
  const { width, height, channels } = done[0];
  const data = done.length === 1 ? done[0].data : joinFrames(done);
  const held = makePicture({ data, width, height, channels, ...metadata }, picture);
  return {
    ...held,
    ...(picture.frames > 1 && {
      opening: { raw: { width, height: height * done.length, channels, pageHeight: height }, animated: true },
    }),
    frames: picture.frames,
    delay: picture.delay,
    loop: picture.loop,
    grey: endsGrey(picture.grey, operations),
    density: picture.density,
    damaged: picture.damaged,
    ...(picture.warnings && { warnings: picture.warnings }),
  };
}

function splitFrames(roll: Frame, count: number): Frames {
  const height = roll.height / count;
  const size = roll.width * height * roll.channels;
  const take = (index: number): Frame => ({
    ...roll,
    height,
    data: roll.data.subarray(index * size, (index + 1) * size),
  });
  return [take(0), ...Array.from({ length: count - 1 }, (_, index) => take(index + 1))];
}

const joinFrames = (frames: readonly Frame[]): Buffer =>
  Buffer.concat(frames.map(({ data }) => data as Uint8Array));

/** Reads the metadata kept with the pixels. The picture is already upright. */
async function readMetadata({ source, opening, profile }: Picture) {
  if (opening.raw) return {};
  const { icc, exif, xmp } = await sharp(source, opening).metadata();
  return { icc: profile === 'kept' ? icc : undefined, exif: exif && setExifUpright(exif), xmp };
}
