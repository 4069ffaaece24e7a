import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { inspectDocument } from '../../../engines/pikepdf/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import { summarisePages } from './facts.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async ({ dir, inputs, options, progress }) => {
  const [input] = inputs;
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    inspectDocument({ inputs: [only], spans }, { onProgress: progress }),
  );
  const { described, repaired } = result;
  // The copy that Ghostscript rescued was made just now, by Ghostscript.
  if (engines.includes('ghostscript')) described.metadata = withoutOrigin(described.metadata);
  const path = join(dir, 'info.json');
  await writeFile(path, JSON.stringify({ ...described, bytes: input.size, damaged: repaired }, undefined, 2));
  const metadata = { pages: described.pageCount, ...summarisePages(described.pages) };
  return {
    outputs: [{ path, filename: makeOutputName(input.filename, '.json'), format: 'json', metadata }],
    engines,
  };
};

function withoutOrigin({ producer: _, created: __, modified: ___, ...metadata }: Record<string, unknown>) {
  return metadata;
}
