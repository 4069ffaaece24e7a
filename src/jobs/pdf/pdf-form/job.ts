import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const fieldValue = Type.Union([
  Type.String({ maxLength: 100_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 1000 }),
  Type.Null(),
]);

const fieldName = (description: string, pattern?: string) =>
  Type.String({ description, minLength: 1, maxLength: 1000, ...(pattern && { pattern }) });

const fieldChange = Type.Object(
  {
    name: fieldName('The full name of the field, or `*` for all fields.'),
    rename: Type.Optional(
      fieldName('Its new name. In `address.city`, this is the part after the last dot.', '^[^.]+$'),
    ),
    label: Type.Optional(
      Type.String({ description: 'The text that explains the field to people.', maxLength: 1000 }),
    ),
    readOnly: Type.Optional(Type.Boolean({ description: 'Whether its value cannot be changed.' })),
    required: Type.Optional(Type.Boolean({ description: 'Whether it must have a value.' })),
    remove: Type.Optional(
      Type.Boolean({
        'x-default': false,
        description: 'Removes the field from the form and its page.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 2 },
);

export const job = defineJobType({
  id: 'pdf-form',
  tabs: [pdfTab],
  title: 'Fill a form',
  summary:
    'Lists the fields of a form as JSON, fills them from values, CSV (one PDF per row), FDF or XFDF, changes or removes them, or turns them into page content.',
  accepts: ['pdf'],
  inputs: 'one',
  preview: 'fields',
  finalStepOnly: true,
  offersActions: [
    { title: 'Fill a form', note: 'Enters values in the fields of a form.', options: { action: 'fill' } },
    {
      title: 'List form fields',
      note: 'The names, types and values of the fields as JSON.',
      options: { action: 'list' },
    },
  ],
  options: Type.Object(
    {
      action: oneOf(['list', 'fill', 'edit', 'flatten'], {
        description:
          '`list`: write the names, types, values, choices and places of the fields as JSON. `fill`: fill them from `values` or `data`. `edit`: change or remove those in `fields`. `flatten`: turn them into page content.',
        default: 'list',
      }),
      values: Type.Optional(
        Type.Record(Type.String({ minLength: 1, maxLength: 1000 }), fieldValue, {
          maxProperties: 10_000,
          description:
            'For `fill`: values by the names of fields. A checkbox takes true or false, a list that allows several choices a list of them, and null empties a field.',
          examples: [{ name: 'Ada Lovelace', agreed: true }],
        }),
      ),
      data: Type.Optional(
        Type.String({
          title: 'Values as text',
          description:
            'For `fill`, instead of `values`: CSV whose first line has the names of fields (one PDF per further line; an empty cell leaves its field as it is), FDF or XFDF.',
          minLength: 1,
          maxLength: 250_000,
        }),
      ),
      fields: Type.Optional(
        Type.Array(fieldChange, {
          description: 'For `edit`: what to change of the fields, by their names.',
          minItems: 1,
          maxItems: 5000,
          examples: [
            [
              { name: '*', readOnly: false },
              { name: 'fax', remove: true },
            ],
          ],
        }),
      ),
      flatten: Type.Boolean({
        title: 'Flatten the filled form',
        description: 'For `fill`: turn the filled fields into page content that can no longer be changed.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    action: {
      help: 'What to do with the form.',
      labels: {
        list: 'List the fields',
        fill: 'Fill',
        edit: 'Change the fields',
        flatten: 'Make it fixed text',
      },
    },
    values: {
      help: 'Only fields that you change.',
      control: 'form',
      shownWhen: { action: ['fill'], data: [''] },
    },
    data: {
      help: 'CSV whose first line has the names of the fields, FDF or XFDF.',
      shownWhen: { action: ['fill'], values: [''] },
    },
    fields: { help: 'What to change of the fields, by their names.', shownWhen: { action: ['edit'] } },
    flatten: { help: 'Make the filled fields fixed text.', shownWhen: { action: ['fill'] } },
  },
  needs: [
    { options: ['values', 'data'], hint: 'Fill in a field', when: { action: ['fill'] } },
    { options: ['fields'], hint: 'Name a field to change', when: { action: ['edit'] } },
  ],
  limits: { seconds: 900 },
  resolve: ({ options: { action, values, data, fields } }) => {
    for (const [name, value] of Object.entries({ values, data, fields }))
      if (value !== undefined && action !== (name === 'fields' ? 'edit' : 'fill'))
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out when \`options.action\` is "${action}".`,
        );
    if (action === 'fill' && (values === undefined) === (data === undefined))
      throw new Refusal(
        'options.values',
        'Give the values of the fields either in `options.values` or in `options.data`.',
      );
    if (action === 'edit' && fields === undefined)
      throw new Refusal('options.fields', '`options.fields` is required when `options.action` is "edit".');
    for (const [index, { name, rename, remove, ...others }] of (fields ?? []).entries()) {
      if (name === '*' && rename !== undefined)
        throw new Refusal(`options.fields.${index}.rename`, 'All fields (`*`) cannot have one name.');
      if (remove && (rename !== undefined || Object.keys(others).length > 0))
        throw new Refusal(`options.fields.${index}`, 'A field that is removed cannot be changed as well.');
    }
    return {
      outputs: [action === 'list' ? 'json' : 'pdf'],
      count: data === undefined ? 'one' : 'many',
      engines: action === 'list' || action === 'edit' ? ['pikepdf'] : ['pikepdf', 'pango'],
      host: pdfHost,
    };
  },
});
