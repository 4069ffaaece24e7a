import { makeWarning } from '../../../contract/warnings.ts';
import type { Run } from '../../run.ts';
import { requireWritable } from '../policy/writable.ts';
import { withPictures } from '../readers/read.ts';
import { writeResult } from '../writers/produce.ts';
import type { job } from './job.ts';

export const run: Run<typeof job> = async ({ inputs, options, dir, progress, begin, measure }) => {
  const [input] = inputs;
  const { outputFormat, keepMetadata = false, animate = true, density, page, ...rest } = options;
  const { animation, pages } = requireWritable(outputFormat);
  const wanted = { page, density, animation: animation && animate, pages, metadata: keepMetadata };
  return withPictures(input, wanted, { dir, begin, measure }, async pictures => {
    progress(30);
    const result = await writeResult(
      input,
      pictures,
      { ...rest, format: outputFormat, keepMetadata },
      { dir, begin, measure },
    );
    const { leavesPages, leavesFrames } = pictures[0];
    const warnings = [...(result.warnings ?? [])];
    if (leavesPages) warnings.push(makeWarning('other_pages'));
    else if (leavesFrames && animate) warnings.push(makeWarning('other_frames'));
    return { ...result, warnings };
  });
};
