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
  summary: 'Turns pages clockwise by quarter turns, relative to how they stand now; nothing else changes.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      angle: Type.Union([Type.Literal(90), Type.Literal(180), Type.Literal(270)], {
        'x-group': 'Appearance',
        description: 'Degrees clockwise, added to how each page stands now.',
      }),
      pages: Type.Optional(pagesOption('The pages to turn; all unless given.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: () => resolveOnePdf(),
});
