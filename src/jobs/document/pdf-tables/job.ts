import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { readingEngines, readingLimits } from '../../ocr/reading.ts';
import { pdfHost } from '../../pdf/documents/resolution.ts';
import { pagesOption } from '../../pdf/options/pages-option.ts';
import { passwordOption } from '../../pdf/options/password.ts';
import { recognitionOptions } from '../reading/options.ts';
import { documentTab } from '../tabs.ts';

export const job = defineJobType({
  id: 'pdf-tables',
  tabs: [documentTab],
  title: 'Extract tables from a PDF',
  summary:
    'Finds the tables of a PDF, with or without ruled lines, and writes them as a workbook, as CSV files, as JSON or as a web page.',
  accepts: ['pdf'],
  inputs: 'one',
  finalStepOnly: true,
  installedChoices: ['languages'],
  options: Type.Object(
    {
      outputFormat: Type.Union(
        [Type.Literal('xlsx'), Type.Literal('csv'), Type.Literal('json'), Type.Literal('html')],
        { description: '`xlsx`: one sheet for each table. `csv`: one file for each.', default: 'xlsx' },
      ),
      pages: Type.Optional(pagesOption('The pages to search. By default all.')),
      ...recognitionOptions,
      headerRows: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10,
          description:
            'The number of header rows at the top of each table, which stay text. By default detected.',
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    outputFormat: { help: 'Excel has one sheet for each table, CSV one file for each.' },
    ocr: {
      help: 'Whether to read the text in pictures of pages.',
      labels: { auto: 'Only on pages without text' },
      standard: 'auto',
    },
    languages: { standard: ['eng'], shownWhen: { ocr: ['auto', 'always'] } },
    headerRows: { help: 'Rows at the top of each table that stay text.' },
  },
  limits: readingLimits,
  resolve: ({ options }) => ({
    outputs: [options.outputFormat],
    count: options.outputFormat === 'csv' ? 'many' : 'one',
    engines: [...(options.ocr === 'always' ? readingEngines : ['pdfium', 'pikepdf'])],
    host: pdfHost,
    optionalEngine: 'page-layout',
  }),
});
