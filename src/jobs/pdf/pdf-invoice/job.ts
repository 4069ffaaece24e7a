import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { archivingEngines, pdfHost } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-invoice',
  tabs: [pdfTab],
  title: 'Electronic invoice',
  summary:
    'Attaches an invoice (Factur-X, ZUGFeRD, XRechnung) to a PDF, which becomes PDF/A-3, takes it out again, or checks its profile and attachment.',
  accepts: ['pdf'],
  inputs: 'one',
  roles: [
    { name: 'document', title: 'The PDF of the invoice.' },
    {
      name: 'invoice',
      title: 'The invoice as XML (UN/CEFACT Cross Industry Invoice), to attach.',
      accepts: ['xml'],
      optional: true,
      shownWhen: { action: ['attach'] },
    },
  ],
  finalStepOnly: true,
  limits: { seconds: 1800 },
  options: Type.Object(
    {
      action: Type.String({
        enum: ['attach', 'extract', 'check'],
        description:
          'attach: make a PDF/A-3 with the invoice in it; extract: write the attached invoice; check: write what is attached, and what is wrong with it, as JSON.',
        default: 'check',
      }),
      profile: Type.Optional(
        Type.String({
          enum: ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG', 'COMFORT'],
          description: 'The profile that the invoice must have. By default any.',
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    action: {
      help: 'What to do with the electronic invoice.',
      labels: { attach: 'Attach', extract: 'Extract', check: 'Check' },
    },
  },
  resolve: ({ options: { action }, files }) => {
    if (files !== undefined && (action === 'attach') !== files > 1)
      throw new Refusal(
        'files',
        action === 'attach'
          ? 'The invoice is missing: give it as `invoice`, an XML file after the document.'
          : `\`options.action\` is ${action}, which takes the document alone.`,
      );
    if (action === 'attach')
      return { outputs: ['pdf'], count: 'one', engines: [...archivingEngines], host: pdfHost };
    const output = action === 'extract' ? 'xml' : 'json';
    return { outputs: [output], count: 'one', engines: ['pikepdf'], host: pdfHost };
  },
});
