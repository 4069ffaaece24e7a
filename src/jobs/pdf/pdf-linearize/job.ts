import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-linearize',
  tabs: [pdfTab],
  title: 'Optimise for the web',
  summary: 'Rearranges a document so that a browser can show its first page before the rest has loaded.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object({ password: passwordOption() }, { additionalProperties: false }),
  resolve: () => resolveOnePdf(),
});
