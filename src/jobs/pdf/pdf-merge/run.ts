import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import type { FailureId } from '../../../contract/failure-catalogue.ts';
import { mergeDocuments, TaskFailure } from '../../../engines/pikepdf/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { type PdfInputs, withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async ({ dir, inputs, options, progress }) => {
  const [{ filename }] = inputs;
  const sources = inputs.map(({ path, filename }, index) => {
    const password = options.passwords?.[index] || options.password;
    return { path, filename, ...(password && { password }) };
  }) as PdfInputs;
  const output = join(dir, 'output.pdf');
  const { result, engines } = await withRescue(dir, sources, opened =>
    mergeDocuments(
      { inputs: opened, bookmarks: options.preserveBookmarks, output },
      { onProgress: progress },
    ),
  ).catch(nameFileAtFault);
  const name = makeOutputName(filename, '-merged.pdf');
  const metadata = { ...presentPdfFacts(result.pages, result), sources: inputs.length };
  return { outputs: [{ path: output, filename: name, format: 'pdf', metadata }], engines };
};

const ofOneFile: Partial<Record<FailureId, FailureId>> = {
  unreadable_input: 'file_unreadable',
  password_required: 'file_locked',
};

/** Tells the caller which of several files is at fault. */
function nameFileAtFault(error: unknown): never {
  const id = error instanceof TaskFailure ? ofOneFile[error.id] : undefined;
  if (!(error instanceof TaskFailure) || id === undefined || error.input === undefined) throw error;
  throw new JobFailure(id, error.detail, error.part, error.input + 1);
}
