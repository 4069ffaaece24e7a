import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-info',
  tabs: [pdfTab],
  title: 'PDF details',
  summary:
    'Describes a document as JSON: page sizes, fonts, encryption and permissions, PDF/A and PDF/UA claims, tags, forms, signatures, scanned pages, scripts and links.',
  accepts: ['pdf'],
  inputs: 'one',
  finalStepOnly: true,
  options: Type.Object(
    {
      pages: Type.Optional(pagesOption('The pages to describe. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: () => ({ outputs: ['json'], count: 'one', engines: ['pikepdf'], host: pdfHost }),
});
