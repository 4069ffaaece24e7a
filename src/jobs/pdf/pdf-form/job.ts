import { Type } from 'typebox';
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

export const job = defineJobType({
  id: 'pdf-form',
  tabs: [pdfTab],
  title: 'Fill a form',
  summary:
    'Lists the fields of a form as JSON, fills them from values, CSV (one PDF per row), FDF or XFDF, or turns them into page content.',
  accepts: ['pdf'],
  inputs: 'one',
  hasPreview: true,
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
      action: Type.Union([Type.Literal('list'), Type.Literal('fill'), Type.Literal('flatten')], {
        description:
          '`list`: write the names, types, values, choices and places of the fields as JSON. `fill`: fill them from `values` or `data`. `flatten`: turn them into page content.',
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
      labels: { list: 'List the fields', fill: 'Fill', flatten: 'Make it fixed text' },
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
    flatten: { help: 'Make the filled fields fixed text.', shownWhen: { action: ['fill'] } },
  },
  needs: [{ options: ['values', 'data'], hint: 'Fill in a field', when: { action: ['fill'] } }],
  limits: { seconds: 900 },
  resolve: ({ options: { action, values, data } }) => {
    for (const [name, value] of Object.entries({ values, data }))
      if (value !== undefined && action !== 'fill')
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out when \`options.action\` is "${action}".`,
        );
    if (action === 'fill' && (values === undefined) === (data === undefined))
      throw new Refusal(
        'options.values',
        'Give the values of the fields either in `options.values` or in `options.data`.',
      );
    return {
      outputs: [action === 'list' ? 'json' : 'pdf'],
      count: data === undefined ? 'one' : 'many',
      engines: action === 'list' ? ['pikepdf'] : ['pikepdf', 'pango'],
      host: pdfHost,
    };
  },
});
