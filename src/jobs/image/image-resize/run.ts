import type { Run } from '../../run.ts';
import { requireReadable } from '../policy/readable.ts';
import { requireWritable } from '../policy/writable.ts';
import { withPictures } from '../readers/read.ts';
import { writeResult } from '../writers/produce.ts';
import type { job } from './job.ts';
import { makeResizeChange } from './resize-change.ts';

export const run: Run<typeof job> = async ({ inputs, options, dir, progress, begin, measure }) => {
  const [input] = inputs;
  const { keepMetadata = false, animate = true, quality, background } = options;
  const format = options.outputFormat ?? requireReadable(input.format).kept;
  const { alpha, animation, pages } = requireWritable(format);
  const wanted = { animation: animation && animate, pages, metadata: keepMetadata };
  const encoding = { format, quality, keepMetadata, background: alpha ? undefined : background };
  const bars = background ?? (alpha ? 'transparent' : 'white');
  return withPictures(input, wanted, { dir, begin, measure }, pictures => {
    progress(30);
    return writeResult(input, pictures, encoding, { dir, begin, measure }, picture =>
      makeResizeChange(picture, { ...options, background: bars }),
    );
  });
};
