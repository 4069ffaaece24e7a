import { type Static, type TObject, Type } from 'typebox';
import { oneOf } from '../contract/schemas/fields.ts';
import { languagesOption } from './languages-option.ts';
import { pagesGrammar, pagesPattern } from './page-spans.ts';

const makeFlag = (group: string, description: string, title?: string) =>
  Type.Optional(Type.Boolean({ ...(title && { title }), 'x-group': group, description }));

const elementName = '^[\\p{L}_][\\p{L}\\p{N}_.\\-]*$';
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
      description: 'Opens an encrypted input.',
    }),
  ),

  pageSize: Type.Optional(
    oneOf(['a3', 'a4', 'a5', 'letter', 'legal'], {
      'x-group': 'Pages',
      description: 'Paper of a PDF that is laid out anew; a4 unless the document has its own.',
    }),
  ),
  engine: Type.Optional(
    oneOf(['auto', 'chromium', 'weasyprint'], {
      'x-group': 'Pages',
      description:
        'The program that prints HTML as a PDF. auto, as when left out: Chromium for a page that was sent as HTML if it is installed, otherwise WeasyPrint, which runs no scripts.',
    }),
  ),
  orientation: Type.Optional(
    oneOf(['portrait', 'landscape'], { 'x-group': 'Pages', description: 'Which way the paper stands.' }),
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
      description:
        'Whether the text of a scanned PDF is read from its pictures: on pages that have none of their own (auto, as when left out, where text recognition is installed), never, or always, also over text that is there.',
    }),
  ),
  languages: Type.Optional(
    languagesOption({
      description:
        'The languages that text in pictures is read in, the main one first, by the names of their Tesseract models (`eng`, `deu`, `chi_sim`); eng unless given.',
    }),
  ),
  layout: Type.Optional(
    oneOf(['plain', 'layout'], {
      'x-group': 'Pages',
      description:
        'Text of a PDF: in reading order (plain, as when left out), or placed as on the page (layout).',
    }),
  ),
  dpi: Type.Optional(
    Type.Integer({
      minimum: 18,
      maximum: 600,
      title: 'Resolution (dpi)',
      'x-group': 'Pages',
      description: 'Resolution of page images; 150 unless given.',
    }),
  ),
  width: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 16_384,
      title: 'Width (pixels)',
      'x-group': 'Pages',
      description: 'Width of page images in pixels, in place of `dpi`; the height follows from the page.',
    }),
  ),
  quality: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      'x-group': 'Quality',
      description: 'Quality of page images in jpeg, webp and avif; 90 unless given.',
    }),
  ),
  pdfa: makeFlag('Pages', 'Make the PDF an archival one (PDF/A-2b).', 'Archival PDF (PDF/A)'),
  exportBookmarks: makeFlag(
    'Pages',
    'Give the PDF bookmarks for the headings; true unless given.',
    'Bookmarks for headings',
  ),
  toc: makeFlag('Pages', 'Put a table of contents first.', 'Table of contents'),
  attachments: makeFlag('Text', 'Give the attachments of a message as further files.'),
  images: Type.Optional(
    oneOf(['embed', 'files', 'none'], {
      'x-group': 'Text',
      description:
        'Images of a page or a Markdown file: inside it (embed, as when left out), beside it in a zip (files), or left out (none).',
    }),
  ),
  embedImages: makeFlag('Text', 'False is the same as `images: "files"`, true as `images: "embed"`.'),

  sheet: Type.Optional(
    Type.Union(
      [Type.String({ minLength: 1, maxLength: 255 }), Type.Integer({ minimum: 1, maximum: 10000 })],
      {
        'x-group': 'Tables',
        description:
          'The sheet by name or by position from 1, or "all"; the first visible sheet unless given.',
      },
    ),
  ),
  delimiter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1,
      pattern: '^[^"\\r\\n\\u0000\\ud800-\\udfff]$',
      'x-group': 'Tables',
      description:
        'Between the fields of the CSV written, or of the CSV read when none is written: one character, no quote and no line break.',
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
          'Of the text written (utf-8 unless given), or of the text read when none is written (detected unless given).',
      },
    ),
  ),
  header: makeFlag(
    'Tables',
    'The first row holds the names of the columns; true unless given.',
    'First row has names',
  ),
  dateFormat: Type.Optional(
    Type.String({
      pattern: "^(?=.*[yMdHmsS])[yMdHmsSXT\\[\\]\\w .,:/\\-']{1,40}$",
      'x-group': 'Tables',
      description:
        'How dates of a spreadsheet are written, at most 40 characters as in "yyyy-MM-dd HH:mm"; ISO 8601 unless given.',
    }),
  ),
  formulas: Type.Optional(
    oneOf(['values', 'keep'], {
      'x-group': 'Tables',
      description: 'Formulas as their last values (unless given), or kept.',
    }),
  ),
  escapeFormulas: makeFlag(
    'Tables',
    'Put an apostrophe before text cells that a spreadsheet would run as a formula.',
  ),

  pretty: makeFlag('Text', 'Indent JSON and XML; true unless given for json and xml.', 'Indented'),
  nullValue: Type.Optional(
    Type.String({
      maxLength: 20,
      title: 'Text for null',
      'x-group': 'Tables',
      description: 'Text that stands for null in CSV, read and written; empty unless given.',
    }),
  ),
  flatten: makeFlag(
    'Tables',
    'Nested objects become columns named "a.b", lists become JSON text, where the output is a table.',
  ),
  rootElement: Type.Optional(
    Type.String({
      pattern: elementName,
      maxLength: 64,
      'x-group': 'Tables',
      description: 'Name of the outermost XML element, as XML allows; "root" unless given.',
    }),
  ),
  rowElement: Type.Optional(
    Type.String({
      pattern: elementName,
      maxLength: 64,
      'x-group': 'Tables',
      description: 'Name of the XML element of each row, as XML allows; "row" unless given.',
    }),
  ),
  table: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$',
      title: 'Table name',
      'x-group': 'Tables',
      description:
        'Name of the table in SQL statements: letters of A to Z, digits and underscores; the filename unless given.',
    }),
  ),
  compression: Type.Optional(
    oneOf(['snappy', 'zstd', 'gzip', 'none'], {
      'x-group': 'Quality',
      description: 'Of a Parquet file; zstd unless given.',
    }),
  ),
};

export type ConversionOptions = Static<TObject<typeof conversionOptions>>;
export type OptionName = keyof ConversionOptions;

/** An option that has this value. */
export type OptionValue = {
  [Name in OptionName]: { option: Name; value: NonNullable<ConversionOptions[Name]> };
}[OptionName];
