import type { Run } from '../../run.ts';
import type { Picture } from '../pictures/picture.ts';
import { produce } from '../pictures/produce.ts';
import { readableAs } from '../policy/readable.ts';
import { writableAs } from '../policy/writable.ts';
import { withPictures } from '../readers/read.ts';
import { edited } from './edit.ts';
import type { job } from './job.ts';

export const run: Run<typeof job> = ({ inputs, options, dir, progress }) => {
  const input = inputs[0]!;
  const { operations, quality, background, keepMetadata = false, animate = true } = options;
  const format = options.outputFormat ?? readableAs(input.format).kept;
  const output = writableAs(format);
  const wanted = { animation: output.animation && animate, pages: output.pages, metadata: keepMetadata };
  const editing = {
    operations,
    fill: output.alpha ? 'transparent' : (background ?? 'white'),
    keepMetadata: keepMetadata && output.metadata,
    sixteenBit: output.sixteenBit,
  };
  return withPictures(input, wanted, dir, async pictures => {
    const done: Picture[] = [];
    for (const [index, picture] of pictures.entries()) {
      const onDone = (share: number) => progress(5 + Math.round((80 * (index + share)) / pictures.length));
      done.push(await edited(picture, { ...editing, onDone }));
    }
    return produce(input, done, { format, quality, background, keepMetadata }, dir);
  });
};
