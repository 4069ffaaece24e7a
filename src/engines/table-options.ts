import { Type } from 'typebox';
import { oneOf } from '../contract/schemas/fields.ts';
import { makeFlag, workbooks } from './option-flag.ts';

const elementName = '^[\\p{L}_][\\p{L}\\p{N}_.\\-]*$';

/** The options of conversions of tables, data and plain text. */
export const tableOptions = {
  sheet: Type.Optional(
    Type.Union(
      [Type.String({ minLength: 1, maxLength: 255 }), Type.Integer({ minimum: 1, maximum: 10000 })],
      {
        'x-group': 'Tables',
        'x-labels': { '': 'First visible sheet' },
        'x-shown-when': { input: workbooks },
        description:
          'The sheet, by its name or its position (from 1), or "all". Defaults to all in a PDF or pictures of pages, otherwise to the first visible sheet.',
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
        'x-labels': { 'euc-jp': 'EUC-JP', 'euc-kr': 'EUC-KR' },
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
