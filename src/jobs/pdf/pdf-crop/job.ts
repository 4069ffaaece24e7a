import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { boxOption } from '../options/box.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-crop',
  tabs: [pdfTab],
  title: 'Crop pages',
  summary:
    'Crops pages to a box or to their content. What lies outside is no longer shown, but stays in the document; use `pdf-redact` to remove it.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      box: Type.Optional(
        boxOption('The part of the page to keep. It applies to the same place of all `pages`.'),
      ),
      content: Type.Boolean({
        title: 'Crop to the content',
        description: 'Instead of `box`: crop each page to what is printed on it.',
        default: false,
      }),
      margin: Type.Number({
        description: 'For `content`: the space to leave around it, in points.',
        minimum: 0,
        maximum: 1000,
        default: 0,
      }),
      pages: Type.Optional(pagesOption('The pages to crop. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    box: { help: 'Draw the part of the page to keep.', shownWhen: { content: [false] } },
    content: { help: 'Crop each page to what is printed on it.' },
    margin: { help: 'The space to leave around it, in points.', shownWhen: { content: [true] } },
  },
  limits: { seconds: 1800 },
  needs: [{ options: ['box', 'content'], hint: 'Draw a box, or crop to the content' }],
  example: { content: true },
  resolve: ({ options: { box, content } }) => {
    if ((box !== undefined) === content)
      throw new Refusal('options.box', 'Give either `options.box`, or `options.content` as true.');
    return resolveOnePdf(...(content ? ['pdfium'] : []));
  },
});
