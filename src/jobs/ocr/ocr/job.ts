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
    'Reads the text of scans and photos: as text, as data with the place and certainty of each word, or as a searchable PDF whose pages look as before.',
  accepts: ['pdf', 'png', 'jpeg', 'webp', 'tiff'],
  inputs: 'one',
  verb,
  offersFormats: {
    pdf: { title: 'Searchable PDF', note: 'Looks the same; its text can be found and copied.' },
    txt: { title: 'Text of a picture', note: 'Reads the words from pictures or scans.' },
    md: { title: 'Markdown of a scan' },
    json: { title: 'Words with their places' },
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
        { description: '`pdf`: the pages as they were, with invisible text in place.', default: 'txt' },
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
            'Degrees clockwise that bring the pages upright; `auto` finds out page by page. Pages of a PDF made are turned along.',
          default: 'auto',
        },
      ),
      deskew: Type.Boolean({
        'x-group': 'Reading',
        description: 'Level slanting lines before reading.',
        default: true,
      }),
      clean: Type.Boolean({
        title: 'Clean up',
        'x-group': 'Reading',
        description:
          'Even out shadows and take away grain before reading. A PDF made keeps the image as it was.',
        default: true,
      }),
      dpi: Type.Optional(
        Type.Integer({
          title: 'Resolution (dpi)',
          'x-group': 'Pages',
          description:
            'Resolution to draw the pages of a PDF at, or of an image that states none or a wrong one.',
          minimum: 50,
          maximum: 1200,
        }),
      ),
      pages: Type.Optional(
        pagesOption('The pages to read; all unless given. A PDF made keeps the others unread.'),
      ),
      skipText: Type.Boolean({
        title: 'Keep text that is there',
        'x-group': 'Reading',
        description:
          'Pages of a PDF that already have text keep it and are not read. If false they are read again, and invisible text from an earlier reading is replaced.',
        default: true,
      }),
      psm: Type.Integer({
        title: 'How text is looked for',
        'x-group': 'Reading',
        description:
          'How Tesseract looks for text: 3 on its own, 4 one column, 6 one block, 7 one line, 8 one word, 11 scattered, 13 a line as it is.',
        minimum: 3,
        maximum: 13,
        default: 3,
      }),
      pdfa: Type.Boolean({
        title: 'Archival PDF (PDF/A)',
        'x-group': 'Pages',
        description: 'Make the PDF a PDF/A-2b for archives.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: ({ input, options }) => {
    if (options.pdfa && options.outputFormat !== 'pdf')
      throw new Refusal(
        'options.pdfa',
        '`options.pdfa` can be true only when `options.outputFormat` is "pdf".',
      );
    if (options.password !== undefined && input !== 'pdf')
      throw new Refusal('options.password', '`options.password` must be left out unless the input is a PDF.');
    if (options.psm === 12) throw new Refusal('options.psm', '`options.psm` must not be 12: use 11 instead.');
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
