import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listBookmarks, setBookmarks } from '../../../engines/pikepdf/bookmarks.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const { dir, inputs, options, progress } = context;
  const { bookmarks } = options;
  if (bookmarks)
    return runOnOneDocument(context, (request, task) => setBookmarks({ ...request, bookmarks }, task));
  const [input] = inputs;
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    listBookmarks({ inputs: [only] }, { onProgress: progress }),
  );
  const path = join(dir, 'bookmarks.json');
  await writeFile(path, JSON.stringify({ bookmarks: result.bookmarks }, undefined, 2));
  const metadata = { pages: result.pages, bookmarks: result.bookmarks.length };
  return {
    outputs: [{ path, filename: makeOutputName(input.filename, '.json'), format: 'json', metadata }],
    engines,
  };
};
