import type { Run } from '../../run.ts';
import { countMegapixels, type Picture } from '../pictures/picture.ts';
import { requireReadable } from '../policy/readable.ts';
import { requireWritable } from '../policy/writable.ts';
import { withPictures } from '../readers/read.ts';
import { writeResult } from '../writers/produce.ts';
import { editPicture } from './edit.ts';
import type { job } from './job.ts';

export const run: Run<typeof job> = ({ inputs, options, dir, progress, begin, measure }) => {
  const [input] = inputs;
  const { operations, quality, background, keepMetadata = false, animate = true } = options;
  const format = options.outputFormat ?? requireReadable(input.format).kept;
  const output = requireWritable(format);
  const wanted = { animation: output.animation && animate, pages: output.pages, metadata: keepMetadata };
  const editing = {
    operations,
    fill: output.alpha ? 'transparent' : (background ?? 'white'),
    keepMetadata: keepMetadata && output.metadata,
    sixteenBit: output.sixteenBit,
  };
  return withPictures(input, wanted, { dir, begin, measure }, async pictures => {
    const edit = (picture: Picture, index: number) => {
      begin({ megapixel: (1 + operations.length) * countMegapixels([picture]) });
      const onDone = (share: number) => progress(5 + Math.round((80 * (index + share)) / pictures.length));
      return editPicture(picture, { ...editing, onDone });
    };
    const [first, ...others] = pictures;
    const done: [Picture, ...Picture[]] = [await edit(first, 0)];
    for (const [index, picture] of others.entries()) done.push(await edit(picture, index + 1));
    return writeResult(input, done, { format, quality, background, keepMetadata }, { dir, begin, measure });
  });
};
