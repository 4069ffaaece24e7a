import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyDocument } from '../../../engines/pikepdf/signing.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async ({ dir, inputs, options, progress }) => {
  const [input] = inputs;
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    verifyDocument({ inputs: [only] }, { onProgress: progress }),
  );
  const { signatures, emptyFields } = result;
  const valid = signatures.filter(({ status }) => status === 'valid').length;
  const path = join(dir, 'signatures.json');
  await writeFile(path, JSON.stringify({ signatures, emptyFields }, undefined, 2));
  const metadata = { pages: result.pages, signatures: signatures.length, valid };
  return {
    outputs: [{ path, filename: makeOutputName(input.filename, '.json'), format: 'json', metadata }],
    engines: [...engines, 'cryptography'],
  };
};
