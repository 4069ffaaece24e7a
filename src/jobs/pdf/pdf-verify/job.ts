import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-verify',
  tabs: [pdfTab],
  title: 'Check signatures',
  summary:
    'Reports as JSON, for each signature, whether it is valid, who signed and when, and whether the document was changed afterwards. Whether the signer can be trusted is not checked.',
  accepts: ['pdf'],
  inputs: 'one',
  finalStepOnly: true,
  options: Type.Object({ password: passwordOption() }, { additionalProperties: false }),
  resolve: () => ({ outputs: ['json'], count: 'one', engines: ['pikepdf', 'cryptography'], host: pdfHost }),
});
