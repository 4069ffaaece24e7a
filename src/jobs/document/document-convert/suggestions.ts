import type { FormatId } from '../../../formats/formats.ts';
import type { Suggestion } from '../../job-type.ts';
import { listInputFormats } from '../graph.ts';

const sheets: FormatId[] = ['xlsx', 'xls', 'ods', 'xlsm', 'xlsb', 'dbf'];
const data: FormatId[] = ['csv', 'tsv', 'json', 'ndjson', 'xml', 'yaml', 'toml', 'parquet', 'arrow', 'avro'];

const rank = (inputs: readonly FormatId[], ranks: Record<string, number>): Suggestion[] =>
  Object.entries(ranks).map(([format, each]) => ({ inputs, format, rank: each }));

/** Lists the formats that people most often want, by the format of their file. */
export const listSuggestions = (): Suggestion[] => [
  // The gaps between these ranks are for other job types, such as pdf-compress.
  ...rank(['pdf'], { docx: 10, md: 50, txt: 60 }),
  ...rank(sheets, { csv: 10, pdf: 20, xlsx: 30, json: 40 }),
  ...rank(data, { xlsx: 10, json: 20, csv: 30, parquet: 40 }),
  ...rank(
    listInputFormats().filter(format => !['pdf', ...sheets, ...data].includes(format)),
    { pdf: 10, docx: 20, md: 30, html: 40, txt: 50 },
  ),
];
