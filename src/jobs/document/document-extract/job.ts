import { Type } from 'typebox';
import { languagesOption } from '../../../engines/languages-option.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { readingEngines, readingLimits } from '../../ocr/reading.ts';
import { pdfHost } from '../../pdf/documents/resolution.ts';
import { pagesOption } from '../../pdf/options/pages-option.ts';
import { passwordOption } from '../../pdf/options/password.ts';
import { routeOf } from '../document-convert/route.ts';
import { reachableFrom, startingFormats } from '../graph.ts';
import { documentTab } from '../tabs.ts';

/** Formats of documents; what else can become a page is data. */
const documents: readonly FormatId[] = [
  ...(['docx', 'doc', 'odt', 'rtf', 'txt', 'md', 'html', 'epub', 'tex', 'rst', 'eml'] as const),
  ...(['pptx', 'ppt', 'odp', 'xlsx', 'xls', 'ods'] as const),
];
const starting = new Set(startingFormats());
const accepted: FormatId[] = [
  'pdf',
  ...documents.filter(format => starting.has(format) && reachableFrom(format).includes('html')),
];

/** Options that only the pages of a PDF have a use for. */
const pdfOnly = ['pages', 'ocr', 'languages', 'figures'] as const;

export const job = defineJobType({
  id: 'document-extract',
  tabs: [documentTab],
  title: 'Extract content for machines',
  summary:
    'Reads what a document says: as Markdown, as JSON with every heading, paragraph, list, table and figure and its place, or as chunks for search and language models.',
  accepts: accepted,
  inputs: 'one',
  finalStepOnly: true,
  installedChoices: ['languages'],
  example: { outputFormat: 'md' },
  options: Type.Object(
    {
      outputFormat: Type.Union([Type.Literal('md'), Type.Literal('json'), Type.Literal('jsonl')], {
        description: '`md`: Markdown. `json`: all blocks with pages and boxes. `jsonl`: chunks, one a line.',
      }),
      pages: Type.Optional(pagesOption('The pages of a PDF to read; all unless given.')),
      ocr: Type.Optional(
        Type.Union([Type.Literal('auto'), Type.Literal('never'), Type.Literal('always')], {
          description:
            'Whether the words of scanned pages are recognised: where they have no text (auto, as when left out), never, or on all pages.',
        }),
      ),
      languages: Type.Optional(
        languagesOption({
          description: 'The languages of scanned pages, the main one first; eng unless given.',
        }),
      ),
      tables: Type.Optional(
        Type.Union([Type.Literal('auto'), Type.Literal('pipe'), Type.Literal('html')], {
          description:
            'Tables in Markdown and chunks: with pipes where they can say it, else as HTML (auto, as when left out), or always one of the two.',
        }),
      ),
      runningHeads: Type.Optional(
        Type.Union([Type.Literal('drop'), Type.Literal('keep')], {
          description:
            'Running heads and feet, page and line numbers and stamps in Markdown and chunks: left out (as when not given) or kept. JSON always has them, marked.',
        }),
      ),
      figures: Type.Optional(
        Type.Union([Type.Literal('none'), Type.Literal('files')], {
          description:
            '`files`: each figure of a PDF as an image file of its own beside the result; none unless given.',
        }),
      ),
      chunkSize: Type.Optional(
        Type.Integer({
          minimum: 50,
          maximum: 100_000,
          description: 'The most a chunk has; 500 unless given.',
        }),
      ),
      chunkBy: Type.Optional(
        Type.Union([Type.Literal('tokens'), Type.Literal('characters')], {
          description: 'What `chunkSize` counts: tokens, estimated (as when left out), or characters.',
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  limits: readingLimits,
  resolve: ({ input, options }) => {
    for (const name of ['chunkSize', 'chunkBy'] as const)
      if (options[name] !== undefined && options.outputFormat !== 'jsonl')
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out unless \`options.outputFormat\` is "jsonl".`,
        );
    const format = options.outputFormat === 'jsonl' ? 'ndjson' : options.outputFormat;
    if (input === 'pdf') {
      const withFigures = options.figures === 'files';
      return {
        outputs: withFigures ? [format, 'png', 'jpeg'] : [format],
        count: withFigures ? 'many' : 'one',
        engines: [...(options.ocr === 'always' ? readingEngines : ['pdfium', 'pikepdf'])],
        host: pdfHost,
      };
    }
    for (const name of pdfOnly)
      if (options[name] !== undefined)
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out unless the input is a PDF.`,
        );
    const { password } = options;
    const route = routeOf(input, { outputFormat: 'html', ...(password !== undefined && { password }) });
    const host = route.find(step => step.host)?.host;
    return {
      outputs: [format],
      count: 'one',
      engines: [...new Set(route.map(step => step.engine))],
      ...(host !== undefined && { host }),
    };
  },
});
