import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addAttachments,
  extractAttachments,
  listAttachments,
  removeAttachments,
} from '../../../engines/pikepdf/attachments.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import { recogniseFile } from '../../../formats/recognise-file.ts';
import { zip } from '../../../lists.ts';
import { chooseFilenames } from '../../archive/entries/filenames.ts';
import type { Run, RunOutput, RunResult } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

type Context = Parameters<Run<typeof job>>[0];

async function list({ dir, inputs: [input], options, progress }: Context): Promise<RunResult> {
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    listAttachments({ inputs: [only] }, { onProgress: progress }),
  );
  const path = join(dir, 'attachments.json');
  const { attachments } = result;
  await writeFile(path, `${JSON.stringify({ attachments }, undefined, 2)}\n`);
  const filename = makeOutputName(input.filename, '.json');
  return {
    outputs: [{ path, filename, format: 'json', metadata: { attachments: attachments.length } }],
    engines,
  };
}

/** Removes characters that no filename may have. */
const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029/\\]/g, '_')
    .replace(/^\.+$/, 'file');

async function extract({ dir, inputs: [input], options, progress }: Context): Promise<RunResult> {
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    extractAttachments(
      { inputs: [only], names: options.names ?? null, folder: dir },
      { onProgress: progress },
    ),
  );
  const names = chooseFilenames(result.files.map(({ name }) => cleanName(name)));
  const outputs = await Promise.all(
    zip(result.files, names).map(async ([{ path, page }, filename]): Promise<RunOutput> => {
      const format = await recogniseFile(path, filename);
      return { path, filename, format, ...(page !== null && { metadata: { page } }) };
    }),
  );
  return { outputs, engines };
}

export const run: Run<typeof job> = async context => {
  const { options, inputs } = context;
  const { action, names = null } = options;
  const [, ...further] = inputs;
  if (action === 'list') return list(context);
  if (action === 'extract') return extract(context);
  return runOnOneDocument(context, (request, task) =>
    action === 'remove'
      ? removeAttachments({ ...request, names }, task)
      : addAttachments(
          {
            ...request,
            files: further.map(({ path, filename, format }) => ({
              path,
              name: filename,
              contentType: getFormat(format).mediaTypes[0] ?? 'application/octet-stream',
            })),
          },
          task,
        ),
  );
};
