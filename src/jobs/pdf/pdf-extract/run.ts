import { parsePages } from '../../../engines/page-spans.ts';
import { selectPages } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = context =>
  runOnOneDocument(context, (request, options) =>
    selectPages({ ...request, choice: 'extract', spans: parsePages(context.options.pages) }, options),
  );
