import { Type } from 'typebox';
import { defineJobType, turnInto } from '../../job-type.ts';
import { archivingEngines, resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-to-pdfa',
  tabs: [pdfTab],
  title: 'PDF to PDF/A',
  summary:
    'Converts a document for archiving (PDF/A-2b): all fonts are embedded, colours are in sRGB. Form fields and comments are flattened; attachments and scripts are left out.',
  accepts: ['pdf'],
  inputs: 'one',
  shortTitle: 'PDF/A for archives',
  heading: turnInto,
  options: Type.Object({ password: passwordOption() }, { additionalProperties: false }),
  limits: { seconds: 1800 },
  resolve: () => resolveOnePdf(...archivingEngines),
});
