import { JobFailure } from '../../../contract/failure.ts';
import type { Picture } from '../../image/pictures/picture.ts';
import { requireReadable } from '../../image/policy/readable.ts';
import { requireWritable } from '../../image/policy/writable.ts';
import { withPictures } from '../../image/readers/read.ts';
import { writeResult } from '../../image/writers/produce.ts';
import type { Run } from '../../run.ts';
import { enlarge } from './enlarge.ts';
import type { job } from './job.ts';

/** The most pixels of all outputs together: 40 megapixels enlarged twice. */
export const maxUpscaledPixels = 160_000_000;

export const run: Run<typeof job> = async context => {
  const { inputs, options, models, progress } = context;
  const input = inputs[0];
  const { scale, keepMetadata = false, quality } = options;
  const format = options.outputFormat ?? requireReadable(input.format).kept;
  const { pages, sixteenBit } = requireWritable(format);
  let charged = false;
  return withPictures(input, { animation: true, pages, metadata: keepMetadata }, context, async pictures => {
    const pixels = countPixels(pictures) * scale ** 2;
    if (pictures.some(({ frames }) => frames > 1))
      throw new JobFailure('still_picture_only', 'the input is an animation');
    if (pixels > maxUpscaledPixels)
      throw new JobFailure(
        'limit_exceeded',
        `${pixels} output pixels, at most ${maxUpscaledPixels} are allowed`,
      );
    // The job is charged once, although a damaged file is read a second time.
    if (!charged) await context.charge(pixels);
    charged = true;
    const how = { scale, model: models[0]!, keepMetadata, sixteenBit };
    let before = 0;
    const enlargeNext = async (picture: Picture): Promise<Picture> => {
      const share = (picture.width * picture.height * scale ** 2) / pixels;
      const larger = await enlarge(picture, how, context, done => progress(1 + 94 * (before + done * share)));
      before += share;
      return larger;
    };
    const [first, ...others] = pictures;
    const larger: [Picture, ...Picture[]] = [await enlargeNext(first)];
    for (const picture of others) larger.push(await enlargeNext(picture));
    return writeResult(input, larger, { format, quality, keepMetadata }, context);
  });
};

const countPixels = (pictures: readonly Picture[]): number =>
  pictures.reduce((sum, { width, height }) => sum + width * height, 0);
