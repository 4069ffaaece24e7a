import { Type } from 'typebox';
import { oneOf } from '../contract/schemas/fields.ts';
import { languagesOption } from './languages-option.ts';
import { makeFlag, workbooks } from './option-flag.ts';
import { pagesGrammar, pagesPattern } from './page-spans.ts';

/** The formats whose documents have headings, slides or sheets; tables and data have none. */
const withHeadings = [
  ...['doc', 'docx', 'odt', 'rtf', 'wpd', 'ppt', 'pptx', 'odp', ...workbooks],
  ...['html', 'md', 'mediawiki', 'org', 'rst', 'tex', 'docbook', 'ipynb'],
  ...['epub', 'fb2', 'mobi', 'azw3', 'eml', 'msg', 'mbox', 'tnef'],
];
const length = Type.Number({ minimum: 0, maximum: 500 });

/** The options of conversions of documents: how pages look, which of them are read, and where images go. */
export const pageOptions = {
  pageSize: Type.Optional(
    oneOf(['a3', 'a4', 'a5', 'letter', 'legal'], {
      'x-group': 'Pages',
      description: "The paper size. Defaults to the document's own, or a4 if it has none.",
    }),
  ),
  engine: Type.Optional(
    oneOf(['auto', 'chromium', 'weasyprint'], {
      'x-default': 'auto',
      'x-labels': { auto: 'Automatic', weasyprint: 'WeasyPrint' },
      'x-group': 'Advanced',
      description:
        'The program that renders the page. `auto` (the default) uses Chromium for HTML input if it is installed, and otherwise WeasyPrint, which runs no scripts.',
    }),
  ),
  orientation: Type.Optional(
    oneOf(['portrait', 'landscape'], { 'x-group': 'Pages', description: 'The direction of the paper.' }),
  ),
  margins: Type.Optional(
    Type.Union(
      [
        length,
        Type.Object(
          { top: length, right: length, bottom: length, left: length },
          { additionalProperties: false },
        ),
      ],
      {
        'x-group': 'Pages',
        'x-help': 'In millimetres, on all sides.',
        description: 'Page margins in millimetres: one for all sides, or each of the four.',
      },
    ),
  ),
  pages: Type.Optional(
    Type.String({
      pattern: pagesPattern,
      maxLength: 2000,
      'x-group': 'Pages',
      description: `Only these pages. ${pagesGrammar}`,
      examples: ['1-3,5,8-'],
    }),
  ),
  ocr: Type.Optional(
    oneOf(['auto', 'never', 'always'], {
      title: 'Text recognition (OCR)',
      'x-help': 'Whether to read the text in pictures of pages.',
      'x-labels': { auto: 'Only on pages without text' },
      'x-default': 'auto',
      description:
        'Text recognition in scanned PDFs: `auto` (the default) reads pages without text of their own if text recognition is installed, `always` reads all pages, `never` none.',
    }),
  ),
  languages: Type.Optional(
    languagesOption({
      description:
        'The languages of text in pictures, the main one first. They are names of Tesseract models (`eng`, `deu`, `chi_sim`). Defaults to eng.',
      'x-default': ['eng'],
      'x-shown-when': { ocr: ['auto', 'always'] },
    }),
  ),
  layout: Type.Optional(
    oneOf(['plain', 'layout'], {
      'x-help': 'In reading order, or placed as on the page.',
      'x-labels': { plain: 'Reading order', layout: 'As on the page' },
      'x-default': 'plain',
      'x-group': 'Pages',
      description:
        'How the text of a PDF is arranged: in reading order (`plain`, the default), or as on the page (`layout`).',
    }),
  ),
  dpi: Type.Optional(
    Type.Integer({
      minimum: 18,
      maximum: 600,
      title: 'Resolution (dpi)',
      'x-group': 'Pages',
      'x-default': 150,
      description: 'The resolution of page images. By default 150.',
    }),
  ),
  width: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 16_384,
      title: 'Width (pixels)',
      'x-group': 'Pages',
      'x-help': 'The width of each image in pixels, instead of a resolution.',
      description: 'The width of page images in pixels, instead of `dpi`. The height follows from the page.',
    }),
  ),
  quality: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      'x-group': 'Quality',
      'x-default': 90,
      'x-shown-when': { outputFormat: ['jpeg', 'webp', 'avif'] },
      description: 'The quality of page images in jpeg, webp and avif. By default 90.',
    }),
  ),
  pdfa: makeFlag('Pages', 'Write an archival PDF (PDF/A-2b).', 'Archival PDF (PDF/A)'),
  pdfua: makeFlag(
    'Pages',
    'Mark headings, lists and tables of office documents for screen readers (PDF/UA-1).',
    'Accessible PDF (PDF/UA)',
  ),
  exportBookmarks: makeFlag(
    'Pages',
    'Add a bookmark for each heading. Defaults to true.',
    'Bookmarks for headings',
    true,
    withHeadings,
  ),
  toc: makeFlag(
    'Pages',
    'Add a table of contents at the beginning.',
    'Table of contents',
    false,
    withHeadings,
  ),
  attachments: makeFlag('Text', "Also output a message's attachments as files."),
  images: Type.Optional(
    oneOf(['embed', 'files', 'none'], {
      'x-help': 'Where the images go.',
      'x-labels': { embed: 'In the file', files: 'Next to it, in a ZIP', none: 'Leave out' },
      'x-default': 'embed',
      'x-group': 'Text',
      description:
        'Images in an HTML or Markdown result: embedded in it (`embed`, the default), beside it in a zip (`files`), or left out (`none`).',
    }),
  ),
  embedImages: Type.Optional(
    Type.Boolean({
      'x-group': 'Text',
      'x-hidden': true,
      description: 'False is the same as `images: "files"`, true as `images: "embed"`.',
    }),
  ),
};
