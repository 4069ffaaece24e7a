import type { Run } from '../../run.ts';
import { produce } from '../pictures/produce.ts';
import { readableAs } from '../policy/readable.ts';
import { writableAs } from '../policy/writable.ts';
import { withPictures } from '../readers/read.ts';
import type { job } from './job.ts';
import { resized } from './resized.ts';

export const run: Run<typeof job> = async ({ inputs, options, dir, progress }) => {
  const input = inputs[0]!;
  const { keepMetadata = false, animate = true, quality, background } = options;
  const format = options.outputFormat ?? readableAs(input.format).kept;
  const { alpha, animation, pages } = writableAs(format);
  const wanted = { animation: animation && animate, pages, metadata: keepMetadata };
  const encoding = { format, quality, keepMetadata, background: alpha ? undefined : background };
  const bars = background ?? (alpha ? 'transparent' : 'white');
  return withPictures(input, wanted, dir, pictures => {
    progress(30);
    return produce(input, pictures, encoding, dir, picture =>
      resized(picture, { ...options, background: bars }),
    );
  });
};
