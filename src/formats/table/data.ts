import { format } from './format.ts';

const ooxml = 'application/vnd.openxmlformats-officedocument';
const opendocument = 'application/vnd.oasis.opendocument';

/** Workbooks, tables and structured data. */
export const data = [
  format(
    'xlsx',
    'Excel workbook',
    [`${ooxml}.spreadsheetml.sheet`, `${ooxml}.spreadsheetml.template`],
    ['xlsx', 'xltx'],
  ),
  format(
    'xlsm',
    'Excel workbook with macros',
    ['application/vnd.ms-excel.sheet.macroenabled.12', 'application/vnd.ms-excel.template.macroenabled.12'],
    ['xlsm', 'xltm'],
  ),
  format('xls', 'Excel 97-2003 workbook', ['application/vnd.ms-excel'], ['xls', 'xlt']),
  format(
    'xlsb',
    'Excel binary workbook',
    ['application/vnd.ms-excel.sheet.binary.macroenabled.12'],
    ['xlsb'],
  ),
  format(
    'ods',
    'OpenDocument spreadsheet',
    [`${opendocument}.spreadsheet`, `${opendocument}.spreadsheet-template`],
    ['ods', 'ots'],
  ),
  format(
    'numbers',
    'Numbers spreadsheet',
    ['application/vnd.apple.numbers', 'application/x-iwork-numbers-sffnumbers'],
    ['numbers'],
  ),
  format('dbf', 'dBase table', ['application/x-dbf', 'application/dbase', 'application/vnd.dbf'], ['dbf']),
  format('csv', 'Comma-separated values', ['text/csv', 'application/csv'], ['csv']),
  format('tsv', 'Tab-separated values', ['text/tab-separated-values', 'text/tsv'], ['tsv', 'tab']),

  format('json', 'JSON', ['application/json', 'text/json', 'application/geo+json'], ['json', 'geojson']),
  format(
    'ndjson',
    'JSON lines',
    ['application/x-ndjson', 'application/jsonl', 'application/x-jsonlines'],
    ['ndjson', 'jsonl'],
  ),
  format(
    'yaml',
    'YAML',
    ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'],
    ['yaml', 'yml'],
  ),
  format('toml', 'TOML', ['application/toml', 'text/toml', 'text/x-toml'], ['toml']),
  format('xml', 'XML', ['application/xml', 'text/xml'], ['xml'], { active: true }),
  format(
    'parquet',
    'Apache Parquet',
    ['application/vnd.apache.parquet', 'application/x-parquet'],
    ['parquet'],
  ),
  format(
    'arrow',
    'Apache Arrow',
    ['application/vnd.apache.arrow.file', 'application/vnd.apache.arrow.stream'],
    ['arrow', 'feather', 'arrows'],
  ),
  format('avro', 'Apache Avro', ['application/avro', 'avro/binary', 'application/vnd.apache.avro'], ['avro']),
  format('sql', 'SQL statements', ['application/sql', 'text/x-sql'], ['sql']),
];
