import { type Static, type TObject, Type } from 'typebox';
import { oneOf } from '../contract/schemas/fields.ts';
import { languagesOption } from './languages-option.ts';
import { pagesGrammar, pagesPattern } from './page-spans.ts';

const makeFlag = (
  group: string,
  description: string,
  title?: string,
  standard = false,
  inputs?: readonly string[],
) =>
  Type.Optional(
    Type.Boolean({
      ...(title && { title }),
      ...(inputs && { 'x-shown-when': { input: inputs } }),
      'x-group': group,
      'x-default': standard,
      description,
    }),
  );

const elementName = '^[\\p{L}_][\\p{L}\\p{N}_.\\-]*$';
const workbooks = ['xlsx', 'xlsm', 'xls', 'xlsb', 'ods'];
/** The formats whose documents have headings, slides or sheets; tables and data have none. */
const withHeadings = [
  ...['doc', 'docx', 'odt', 'rtf', 'wpd', 'ppt', 'pptx', 'odp', ...workbooks],
  ...['html', 'md', 'mediawiki', 'org', 'rst', 'tex', 'docbook', 'ipynb'],
  ...['epub', 'fb2', 'mobi', 'azw3', 'eml', 'msg', 'mbox', 'tnef'],
];
const length = Type.Number({ minimum: 0, maximum: 500 });

/**
 * The options of conversions. Each edge names those it obeys, and each converter gets them typed by this table. None has a
 * default: an option that no edge on the way obeys is refused.
 */
export const conversionOptions = {
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      writeOnly: true,
      'x-group': 'Protection',
      description: 'The password that opens an encrypted input.',
    }),
  ),

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

  sheet: Type.Optional(
    Type.Union(
      [Type.String({ minLength: 1, maxLength: 255 }), Type.Integer({ minimum: 1, maximum: 10000 })],
      {
        'x-group': 'Tables',
        'x-labels': { '': 'First visible sheet' },
        'x-shown-when': { input: workbooks },
        description:
          'The sheet, by its name or its position (from 1), or "all". Defaults to the first visible sheet.',
      },
    ),
  ),
  delimiter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1,
      pattern: '^[^"\\r\\n\\u0000\\ud800-\\udfff]$',
      'x-group': 'Tables',
      'x-labels': { '': 'Automatic' },
      'x-help': 'The character between the fields of a row.',
      description:
        'The character that separates fields in CSV output, or in the input if the output is not CSV. Quotes and line breaks are not allowed.',
    }),
  ),
  encoding: Type.Optional(
    oneOf(
      [
        ...['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1251', 'windows-1252'],
        ...[
          'iso-8859-1',
          'iso-8859-2',
          'iso-8859-15',
          'shift_jis',
          'euc-jp',
          'gb18030',
          'big5',
          'euc-kr',
          'koi8-r',
        ],
      ],
      {
        'x-group': 'Text',
        description:
          'The character encoding of text output (utf-8 by default), or of the input if the output is not text (detected by default).',
        'x-help': 'The character encoding of the text.',
      },
    ),
  ),
  header: makeFlag(
    'Tables',
    'Treat the first row as the names of the columns. Defaults to true.',
    'First row has names',
    true,
  ),
  dateFormat: Type.Optional(
    Type.String({
      pattern: "^(?=.*[yMdHmsS])[yMdHmsSXT\\[\\]\\w .,:/\\-']{1,40}$",
      'x-group': 'Tables',
      'x-labels': { '': 'ISO 8601' },
      description:
        'The format of dates, such as "yyyy-MM-dd HH:mm". At most 40 characters; ISO 8601 by default.',
    }),
  ),
  formulas: Type.Optional(
    oneOf(['values', 'keep'], {
      'x-group': 'Tables',
      'x-labels': { values: 'Results', keep: 'Formulas' },
      'x-default': 'values',
      description: 'Keep formulas, or replace them with their last calculated values (the default).',
      'x-help': 'Whether cells contain formulas or their results.',
    }),
  ),
  escapeFormulas: makeFlag(
    'Tables',
    'Put an apostrophe before text that a spreadsheet would run as a formula.',
  ),

  pretty: makeFlag('Text', 'Indent the output. Defaults to true for json and xml.', 'Indented', true),
  nullValue: Type.Optional(
    Type.String({
      maxLength: 20,
      title: 'Text for null',
      'x-group': 'Tables',
      description:
        'The text that stands for a missing value in CSV input and output. Defaults to an empty field.',
      'x-help': 'The text that stands for a missing value.',
    }),
  ),
  flatten: makeFlag('Tables', 'Turn nested objects into columns such as a.b. Lists become JSON text.'),
  rootElement: Type.Optional(
    Type.String({
      pattern: elementName,
      maxLength: 64,
      'x-group': 'Tables',
      'x-default': 'root',
      description: 'The name of the outermost element. By default "root".',
    }),
  ),
  rowElement: Type.Optional(
    Type.String({
      pattern: elementName,
      maxLength: 64,
      'x-group': 'Tables',
      'x-default': 'row',
      description: 'The name of the element of each row. By default "row".',
    }),
  ),
  table: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$',
      title: 'Table name',
      'x-group': 'Tables',
      'x-labels': { '': 'Name of the file' },
      description:
        'The name of the table in SQL: letters, digits and underscores. By default the name of the file.',
    }),
  ),
  compression: Type.Optional(
    oneOf(['snappy', 'zstd', 'gzip', 'none'], {
      'x-group': 'Quality',
      'x-labels': { zstd: 'Zstandard' },
      'x-default': 'zstd',
      description: 'The compression of the Parquet file. By default zstd.',
    }),
  ),
};

export type ConversionOptions = Static<TObject<typeof conversionOptions>>;
export type OptionName = keyof ConversionOptions;

/** An option that has this value. */
export type OptionValue = {
  [Name in OptionName]: { option: Name; value: NonNullable<ConversionOptions[Name]> };
}[OptionName];
