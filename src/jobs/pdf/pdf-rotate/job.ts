import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-rotate',
  tabs: [pdfTab],
  title: 'Rotate pages',
  summary:
    'Rotates pages clockwise by multiples of 90 degrees, relative to their current rotation. Nothing else changes.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      angle: Type.Union([Type.Literal(90), Type.Literal(180), Type.Literal(270)], {
        'x-group': 'Appearance',
        description: "Degrees clockwise, added to each page's current rotation.",
      }),
      pages: Type.Optional(pagesOption('The pages to rotate. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    angle: {
      help: 'Clockwise.',
      labels: { 90: '90° to the right', 180: '180°', 270: '90° to the left' },
    },
  },
  needs: [{ options: ['angle'], hint: 'Choose an angle' }],
  resolve: () => resolveOnePdf(),
});
