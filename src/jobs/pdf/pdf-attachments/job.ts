import { Type } from 'typebox';
import { type FormatId, formats } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const everyFormat: readonly FormatId[] = [...formats.keys()];

export const job = defineJobType({
  id: 'pdf-attachments',
  tabs: [pdfTab],
  title: 'Attachments of a PDF',
  summary: 'Lists, extracts, adds or removes the files that a PDF carries.',
  accepts: ['pdf'],
  inputs: 'one',
  roles: [
    { name: 'document', title: 'The PDF.' },
    {
      name: 'attachment',
      title: 'A file to add.',
      accepts: everyFormat,
      optional: true,
      many: true,
      shownWhen: { action: ['add'] },
    },
  ],
  finalStepOnly: true,
  options: Type.Object(
    {
      action: Type.String({
        enum: ['list', 'extract', 'add', 'remove'],
        description:
          '`list`: write the names and sizes of the attachments as JSON. `extract`: write the attached files. `add`: attach the further files. `remove`: remove attachments.',
        default: 'list',
      }),
      names: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
          description: 'The attachments to extract or remove. By default all.',
          minItems: 1,
          maxItems: 1000,
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    action: {
      help: 'What to do with the attached files.',
      labels: { list: 'List', extract: 'Extract', add: 'Add', remove: 'Remove' },
    },
    names: {
      help: 'The names of the attachments; all of them unless you give some.',
      shownWhen: { action: ['extract', 'remove'] },
    },
  },
  resolve: ({ options: { action, names }, files }) => {
    if (files !== undefined && (action === 'add') !== files > 1)
      throw new Refusal(
        'files',
        action === 'add'
          ? 'The attachment is missing: give the files to add as `attachment`, after the document.'
          : `\`options.action\` is ${action}, which takes the document alone.`,
      );
    if (names && (action === 'list' || action === 'add'))
      throw new Refusal('options.names', `\`options.names\` has no meaning for ${action}.`);
    const common = { engines: ['pikepdf'], host: pdfHost };
    if (action === 'list') return { outputs: ['json'], count: 'one', ...common };
    if (action === 'extract') return { outputs: ['bin'], count: 'many', ...common };
    return { outputs: ['pdf'], count: 'one', ...common };
  },
});
