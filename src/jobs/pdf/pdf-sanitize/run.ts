import { sanitizeDocument } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

const kinds = ['metadata', 'scripts', 'attachments', 'comments', 'links'] as const;

export const run: Run<typeof job> = context =>
  runOnOneDocument(
    context,
    (request, options) =>
      sanitizeDocument({ ...request, remove: kinds.filter(kind => context.options[kind]) }, options),
    ({ removed }) => removed,
  );
