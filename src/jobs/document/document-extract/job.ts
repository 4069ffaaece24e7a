import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { readingEngines, readingLimits } from '../../ocr/reading.ts';
import { pdfHost } from '../../pdf/documents/resolution.ts';
import { pagesOption } from '../../pdf/options/pages-option.ts';
import { passwordOption } from '../../pdf/options/password.ts';
import { findRoute } from '../document-convert/route.ts';
import { recognitionOptions } from '../reading/options.ts';
import { documentTab } from '../tabs.ts';
import { accepted, readAsPages } from './formats.ts';

/** Options that have an effect only on formats that are read from their pages. */
const optionsOfPages = ['pages', 'ocr', 'languages', 'figures'] as const;

export const job = defineJobType({
  id: 'document-extract',
  tabs: [documentTab],
  title: 'Extract structured content',
  summary:
    'Extracts the content of a document as Markdown, as JSON with the place of every heading, paragraph, list, table and figure, or as chunks for search and language models.',
  accepts: accepted,
  inputs: 'one',
  finalStepOnly: true,
  offersFormats: {
    md: { title: 'Structured Markdown', note: 'Also reads scans, and can save figures as files.' },
    json: { title: 'Structured JSON', note: 'All blocks with their pages and places.' },
    jsonl: { title: 'Chunks', note: 'JSON Lines for search and language models.' },
  },
  installedChoices: ['languages'],
  example: { outputFormat: 'md' },
  options: Type.Object(
    {
      outputFormat: Type.Union([Type.Literal('md'), Type.Literal('json'), Type.Literal('jsonl')], {
        description:
          '`md`: Markdown. `json`: all blocks with pages and boxes. `jsonl`: chunks, one per line.',
      }),
      pages: Type.Optional(pagesOption('The pages of a PDF to read. By default all.')),
      ...recognitionOptions,
      tables: Type.Optional(
        Type.Union([Type.Literal('auto'), Type.Literal('pipe'), Type.Literal('html')], {
          description:
            'Tables in Markdown and chunks: `auto` (the default) uses pipes where they can express the table and HTML otherwise.',
        }),
      ),
      runningHeads: Type.Optional(
        Type.Union([Type.Literal('drop'), Type.Literal('keep')], {
          description:
            'Running headers and footers, page and line numbers and stamps in Markdown and chunks: omitted (the default) or kept. JSON always contains them, marked.',
        }),
      ),
      images: Type.Optional(
        oneOf(['none'], {
          description:
            '`none`: Markdown and chunks without images, as when left out. `figures` writes those of a PDF as files.',
        }),
      ),
      figures: Type.Optional(
        Type.Union([Type.Literal('none'), Type.Literal('files')], {
          description: '`files`: also write each figure of a PDF as an image file. By default none.',
        }),
      ),
      chunkSize: Type.Optional(
        Type.Integer({
          minimum: 50,
          maximum: 100_000,
          description: 'The largest size of a chunk. By default 500.',
        }),
      ),
      chunkBy: Type.Optional(
        Type.Union([Type.Literal('tokens'), Type.Literal('characters')], {
          description: 'The unit of `chunkSize`: tokens, estimated (the default), or characters.',
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    outputFormat: { help: 'Markdown, all blocks with their places, or chunks.' },
    ocr: {
      help: 'Whether to read the text in pictures of pages.',
      labels: { auto: 'Only on pages without text' },
      standard: 'auto',
      shownWhen: { input: readAsPages },
    },
    pages: { shownWhen: { input: readAsPages } },
    languages: { standard: ['eng'], shownWhen: { input: readAsPages, ocr: ['auto', 'always'] } },
    tables: {
      help: 'How tables are written.',
      labels: { auto: 'Automatic', pipe: 'Markdown', html: 'HTML' },
      standard: 'auto',
      shownWhen: { outputFormat: ['md', 'jsonl'] },
    },
    runningHeads: {
      help: 'Headers, footers, page and line numbers.',
      labels: { drop: 'Leave out', keep: 'Keep' },
      standard: 'drop',
      shownWhen: { outputFormat: ['md', 'jsonl'] },
    },
    images: { hidden: true },
    figures: {
      help: 'Whether figures are written as image files too.',
      labels: { none: 'Leave out', files: 'As files' },
      standard: 'none',
      shownWhen: { input: readAsPages },
    },
    chunkSize: { standard: 500, shownWhen: { outputFormat: ['jsonl'] } },
    chunkBy: {
      help: 'The unit of the chunk size.',
      standard: 'tokens',
      shownWhen: { outputFormat: ['jsonl'] },
    },
  },
  limits: readingLimits,
  resolve: ({ input, options }) => {
    for (const name of ['chunkSize', 'chunkBy'] as const)
      if (options[name] !== undefined && options.outputFormat !== 'jsonl')
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out unless \`options.outputFormat\` is "jsonl".`,
        );
    if (options.images === 'none' && options.figures === 'files')
      throw new Refusal(
        'options.images',
        '`options.images` must be left out when `options.figures` is "files".',
      );
    const format = options.outputFormat === 'jsonl' ? 'ndjson' : options.outputFormat;
    const { password } = options;
    const given = password !== undefined && { password };
    if (readAsPages.includes(input)) {
      const route = input === 'pdf' ? [] : findRoute(input, { outputFormat: 'pdf', ...given });
      const withFigures = options.figures === 'files';
      return {
        outputs: withFigures ? [format, 'png', 'jpeg'] : [format],
        count: withFigures ? 'many' : 'one',
        engines: [
          ...new Set([
            ...route.map(step => step.engine),
            ...(options.ocr === 'always' ? readingEngines : ['pdfium', 'pikepdf']),
          ]),
        ],
        host: pdfHost,
        optionalEngine: 'page-layout',
      };
    }
    for (const name of optionsOfPages)
      if (options[name] !== undefined)
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out unless the input is a PDF or a format that is read as one: ${readAsPages.join(', ')}.`,
        );
    if (input === 'html') return { outputs: [format], count: 'one', engines: ['pandoc'] };
    const route = findRoute(input, { outputFormat: 'html', ...given });
    const host = route.find(step => step.host)?.host;
    return {
      outputs: [format],
      count: 'one',
      engines: [...new Set(route.map(step => step.engine))],
      ...(host !== undefined && { host }),
    };
  },
});
