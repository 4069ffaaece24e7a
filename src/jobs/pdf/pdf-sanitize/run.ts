import { sanitizeDocument } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { withFieldLabels } from '../documents/field-labels.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

const kinds = ['metadata', 'scripts', 'attachments', 'comments', 'links', 'fields', 'layers'] as const;

export const run: Run<typeof job> = context => {
  const remove = kinds.filter(kind => context.options[kind]);
  return runOnOneDocument(
    context,
    (request, options) =>
      withFieldLabels(context.dir, labels =>
        sanitizeDocument({ ...request, remove, ...(labels && { labels }) }, options),
      ),
    ({ removed }) => removed,
  );
};
