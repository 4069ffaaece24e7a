import type { Run } from '../../run.ts';
import { isOpaque } from '../policy/options.ts';
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
  // Bars of a colour around a picture that is still transparent would show as a frame.
  const fills = !alpha || (options.fit === 'contain' && background !== undefined && isOpaque(background));
  const encoding = { format, quality, keepMetadata, background: fills ? background : undefined };
  const bars = background ?? (alpha ? 'transparent' : 'white');
  return withPictures(input, wanted, { dir, begin, measure }, pictures => {
    progress(30);
    return writeResult(input, pictures, encoding, { dir, begin, measure }, picture =>
      makeResizeChange(picture, { ...options, background: bars }),
    );
  });
};
