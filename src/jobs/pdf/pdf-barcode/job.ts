import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-barcode',
  tabs: [pdfTab],
  title: 'Read bar codes and QR codes',
  summary:
    'Lists the bar codes and QR codes on the pages of a document or in a picture as JSON: kind, text, page and box.',
  accepts: ['pdf', 'png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'],
  inputs: 'one',
  finalStepOnly: true,
  options: Type.Object(
    {
      pages: Type.Optional(pagesOption('The pages to read. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  limits: { seconds: 3600 },
  resolve: ({ input, options }) => {
    for (const name of ['pages', 'password'] as const)
      if (input !== 'pdf' && options[name] !== undefined)
        throw new Refusal(`options.${name}`, `\`options.${name}\` applies to PDF documents only.`);
    const engines = input === 'pdf' ? ['pikepdf', 'pdfium', 'zxing'] : ['sharp', 'zxing'];
    return { outputs: ['json'], count: 'one', engines, host: pdfHost };
  },
});
