import { describeDocument } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = context => {
  const { password: _, clear, custom = {}, ...set } = context.options;
  return runOnOneDocument(context, (request, options) =>
    describeDocument({ ...request, set, custom, clear }, options),
  );
};
