import { makeWarning } from '../../../contract/warnings.ts';
import { measurePaper } from '../../../engines/paper.ts';
import { layOutPages } from '../../../engines/pikepdf/layout.ts';
import type { Run } from '../../run.ts';
import { withFieldLabels } from '../documents/field-labels.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const { mode, perSheet = 2, pageSize, orientation, margin, gap } = context.options;
  const paper = pageSize && { paper: measurePaper(pageSize) };
  let untagged = false;
  const made = await runOnOneDocument(context, (request, options) =>
    withFieldLabels(context.dir, async labels => {
      const sheets = { mode, perSheet, orientation, margin, gap, ...paper, ...(labels && { labels }) };
      const result = await layOutPages({ ...request, ...sheets }, options);
      untagged = 'untagged' in result && result.untagged;
      return result;
    }),
  );
  return untagged ? { ...made, warnings: [makeWarning('tags_removed')] } : made;
};
