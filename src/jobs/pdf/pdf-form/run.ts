import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWarning } from '../../../contract/warnings.ts';
import { flattenDocument } from '../../../engines/pikepdf/engine.ts';
import { editFormFields, fillForm, listFormFields } from '../../../engines/pikepdf/forms.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { withFieldLabels } from '../documents/field-labels.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';
import { isFormData, readRows } from './rows.ts';

export { warm } from '../documents/warm.ts';

type Action = Run<typeof job>;

const listFields: Action = async ({ dir, inputs, options, progress }) => {
  const [input] = inputs;
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    listFormFields({ inputs: [only] }, { onProgress: progress }),
  );
  const path = join(dir, 'fields.json');
  await writeFile(path, JSON.stringify({ fields: result.fields }, undefined, 2));
  const metadata = { pages: result.pages, fields: result.fields.length };
  return {
    outputs: [{ path, filename: makeOutputName(input.filename, '.json'), format: 'json', metadata }],
    engines,
  };
};

const fill: Action = async ({ dir, inputs, options, progress }) => {
  const [input] = inputs;
  const { values, data = '', flatten } = options;
  const source = values ? { rows: [values] } : isFormData(data) ? { data } : { rows: readRows(data) };
  const used = new Set<string>();
  const { result, engines } = await withRescue(dir, [makePdfInput(input, options.password)], ([only]) =>
    withFieldLabels(dir, labels => {
      if (labels) used.add('pango');
      const request = { inputs: [only] as [typeof only], folder: dir, flatten, ...source };
      return fillForm({ ...request, ...(labels && { labels }) }, { onProgress: progress });
    }),
  );
  const count = result.files.length;
  const digits = String(count).length;
  const outputs = result.files.map(({ path, pages, filled }, index) => ({
    path,
    filename: makeOutputName(
      input.filename,
      count > 1 ? `-${String(index + 1).padStart(digits, '0')}.pdf` : '.pdf',
    ),
    format: 'pdf' as const,
    metadata: { ...presentPdfFacts(pages, result), filled },
  }));
  const warnings = [
    ...(result.calculated ? [makeWarning('calculations_not_run')] : []),
    ...(result.cut ? [makeWarning('values_cut')] : []),
  ];
  return { outputs, engines: [...engines, ...used], warnings };
};

const flatten: Action = context =>
  runOnOneDocument(
    context,
    (request, options) =>
      withFieldLabels(context.dir, labels =>
        flattenDocument({ ...request, fields: true, annotations: false, ...(labels && { labels }) }, options),
      ),
    made => ({ flattened: made.flattened }),
  );

const edit: Action = context =>
  runOnOneDocument(
    context,
    (request, options) => editFormFields({ ...request, fields: context.options.fields! }, options),
    made => ({ changed: made.changed }),
  );

const actions = { list: listFields, fill, edit, flatten };

export const run: Run<typeof job> = context => actions[context.options.action](context);
