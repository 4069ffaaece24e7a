import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-repair',
  tabs: [pdfTab],
  title: 'Repair a PDF',
  summary: 'Rewrites a damaged document with everything that can still be read.',
  accepts: ['pdf'],
  inputs: 'one',
  repairs: true,
  options: Type.Object({ password: passwordOption() }, { additionalProperties: false }),
  resolve: () => resolveOnePdf(),
});
