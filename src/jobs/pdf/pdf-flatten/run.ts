import { flattenDocument } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { withFieldLabels } from '../documents/field-labels.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = context => {
  const { fields, annotations } = context.options;
  return runOnOneDocument(
    context,
    (request, options) =>
      withFieldLabels(context.dir, labels =>
        flattenDocument({ ...request, fields, annotations, ...(labels && { labels }) }, options),
      ),
    made => ({ flattened: made.flattened }),
  );
};
