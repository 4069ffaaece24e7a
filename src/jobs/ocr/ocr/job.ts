import { Type } from 'typebox';
import { languagesOption, usualLanguages } from '../../../engines/languages-option.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { archivingEngines, pdfHost } from '../../pdf/documents/resolution.ts';
import { pagesOption } from '../../pdf/options/pages-option.ts';
import { passwordOption } from '../../pdf/options/password.ts';
import { readingEngines, readingLimits } from '../reading.ts';
import { ocrTab } from '../tab.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'ocr',
  tabs: [ocrTab],
  title: 'Recognise text',
  summary:
    'Recognises the text of scans and photos: as text, as data with the place and confidence of each word, or as a searchable PDF whose pages look the same.',
  accepts: ['pdf', 'png', 'jpeg', 'webp', 'tiff'],
  inputs: 'one',
  verb,
  offersFormats: {
    pdf: { title: 'Searchable PDF', note: 'Looks the same; its text can be found and copied.' },
    txt: { title: 'Text from an image', note: 'Recognises the words in images or scans.' },
    md: { title: 'Markdown from a scan' },
    json: { title: 'Words with positions' },
    hocr: { title: 'hOCR' },
  },
  offersSameFormat: true,
  suggestedFor: [
    { inputs: ['pdf'], format: 'pdf', rank: 30 },
    { inputs: ['png', 'jpeg', 'webp', 'tiff'], format: 'txt', rank: 80 },
  ],
  converts: 'words',
  finalStepOnly: true,
  installedChoices: ['languages'],
  limits: readingLimits,
  options: Type.Object(
    {
      outputFormat: Type.Union(
        [
          Type.Literal('txt'),
          Type.Literal('pdf'),
          Type.Literal('hocr'),
          Type.Literal('tsv'),
          Type.Literal('json'),
          Type.Literal('md'),
        ],
        { description: '`pdf`: the unchanged pages with invisible text in place.', default: 'txt' },
      ),
      languages: languagesOption({
        description:
          'The languages of the text, the main one first, by the names of their Tesseract models (`eng`, `deu`, `chi_sim`).',
        default: usualLanguages,
      }),
      rotate: Type.Union(
        [Type.Literal('auto'), Type.Literal('none'), Type.Literal(90), Type.Literal(180), Type.Literal(270)],
        {
          'x-group': 'Reading',
          description:
            'Degrees by which to turn the pages clockwise; `auto` detects it page by page. In a PDF output the pages are turned too.',
          default: 'auto',
        },
      ),
      deskew: Type.Boolean({
        'x-group': 'Reading',
        description: 'Straighten slanted lines before recognition.',
        default: true,
      }),
      clean: Type.Boolean({
        title: 'Clean up',
        'x-group': 'Reading',
        description: 'Remove shadows and noise before recognition. A PDF output keeps the original image.',
        default: true,
      }),
      dpi: Type.Optional(
        Type.Integer({
          title: 'Resolution (dpi)',
          'x-group': 'Pages',
          description:
            'The resolution at which pages of a PDF are rendered, or the true resolution of an image whose own is missing or wrong.',
          minimum: 50,
          maximum: 1200,
        }),
      ),
      pages: Type.Optional(
        pagesOption('The pages to recognise. By default all. A PDF output keeps the other pages unchanged.'),
      ),
      skipText: Type.Boolean({
        title: 'Keep existing text',
        'x-group': 'Reading',
        description:
          'Skip pages of a PDF that already have text. If false, they are recognised again, and invisible text from an earlier recognition is replaced.',
        default: true,
      }),
      psm: Type.Integer({
        title: 'Page segmentation',
        'x-group': 'Reading',
        description:
          "Tesseract's page segmentation mode: 3 automatic, 4 one column, 6 one block, 7 one line, 8 one word, 11 sparse text, 13 raw line.",
        minimum: 3,
        maximum: 13,
        default: 3,
      }),
      pdfa: Type.Boolean({
        title: 'Archival PDF (PDF/A)',
        'x-group': 'Pages',
        description: 'Write a PDF/A-2b for archiving.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    outputFormat: { help: 'A PDF keeps its pages and gets text that can be searched.' },
    languages: { help: 'The languages of the text, the main one first.' },
    rotate: {
      help: 'How to turn the pages before reading.',
      labels: { auto: 'Detect', none: 'Not at all', 90: '90°', 180: '180°', 270: '270°' },
    },
    dpi: { help: 'The resolution at which pages are read.' },
    pages: { shownWhen: { input: ['pdf', 'tiff'] } },
    skipText: { help: 'Skip pages that already have text.', shownWhen: { input: ['pdf'] } },
    psm: {
      help: 'How the text is laid out.',
      labels: {
        3: 'Automatic',
        4: 'One column',
        6: 'One block',
        7: 'One line',
        8: 'One word',
        11: 'Scattered text',
      },
    },
    pdfa: { shownWhen: { outputFormat: ['pdf'] } },
    password: { shownWhen: { input: ['pdf'] } },
  },
  resolve: ({ input, options }) => {
    if (options.pdfa && options.outputFormat !== 'pdf')
      throw new Refusal('options.pdfa', '`options.pdfa` requires `options.outputFormat` to be "pdf".');
    if (options.password !== undefined && input !== 'pdf')
      throw new Refusal('options.password', '`options.password` must be left out unless the input is a PDF.');
    if (options.psm === 12)
      throw new Refusal('options.psm', '`options.psm` 12 is not supported. Use 11 instead.');
    const reading = input === 'pdf' ? readingEngines : ['sharp', 'tesseract'];
    const writing = options.outputFormat === 'pdf' ? ['pikepdf'] : [];
    const archiving = options.pdfa ? archivingEngines : [];
    const engines = [...new Set([...reading, ...writing, ...archiving])];
    return {
      outputs: [options.outputFormat],
      count: 'one',
      engines,
      ...(engines.includes('pikepdf') && { host: pdfHost }),
    };
  },
});
