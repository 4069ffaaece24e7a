import { protectDocument } from '../../../engines/pikepdf/engine.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = context => {
  const { userPassword, ownerPassword, permissions } = context.options;
  return runOnOneDocument(
    context,
    (request, options) =>
      protectDocument(
        {
          ...request,
          permissions,
          ...(userPassword !== undefined && { userPassword }),
          ...(ownerPassword !== undefined && { ownerPassword }),
        },
        options,
      ),
    () => ({ encryption: 'AES-256' }),
  );
};
