import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellValue } from 'hucre/xlsx';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { readColumns, readRows } from '../../tabular/rows.ts';
import type { Column } from '../../tabular/types.ts';
import { readNumber, type Value } from '../../tabular/values.ts';
import { type Conversion, type Convert, type Converted, rowsFormat } from '../conversion.ts';
import { rewriteBook, writeBook } from './book.ts';
import { makeCell, momentFormat } from './cells.ts';
import { openCsvCells } from './csv-cells.ts';
import { writeDelimited } from './delimited.ts';
import { writeObjects } from './objects.ts';
import { writeMarkdown, writePage } from './page.ts';
import { chooseSheets, openBook, openSheets, openValues, type ReadRequest, type SheetRows } from './read.ts';
import { writeTypedRows } from './typed.ts';

type Options = ReadRequest & {
  delimiter?: string;
  encoding?: string;
  header?: boolean;
  pretty?: boolean;
  nullValue?: string;
  dateFormat?: string;
  escapeFormulas?: boolean;
};

function refuseNested(): never {
  throw new JobFailure('nested_values', 'a nested value in a cell: ask for flatten');
}

/** Reads a value of a column of mixed types, whose values are stored as JSON text. */
function readMixed(json: string): Value {
  if (/^[[{]/.test(json)) refuseNested();
  return /^-?\d/.test(json) ? readNumber(json) : (JSON.parse(json) as string | boolean);
}

async function* readRowCells(path: string, columns: readonly Column[]): AsyncGenerator<CellValue[]> {
  yield columns.map(column => column.name);
  for await (const row of readRows(path, columns)) {
    yield row.map((value, index) => {
      if (Array.isArray(value) || value instanceof Map) refuseNested();
      const isMixed = columns[index]?.type.kind === 'json';
      return makeCell(isMixed && typeof value === 'string' ? readMixed(value) : value);
    });
  }
}

/** Reads rows as cells, with the number formats of their columns. */
async function openRowCells(path: string) {
  const columns = await readColumns(path);
  const formats = columns.map(({ type: { kind } }) =>
    kind === 'datetime' || kind === 'timestamp' ? momentFormat : undefined,
  );
  return { rows: readRowCells(path, columns), formats };
}

async function writeSheet(
  { to }: Conversion,
  options: Options,
  sheet: SheetRows,
  output: string,
): Promise<void> {
  const { delimiter = ',', escapeFormulas, encoding, dateFormat, header = true, pretty = true } = options;
  if (to === 'json') await writeObjects(output, sheet, { header, pretty, dateFormat });
  else {
    const style = { delimiter: to === 'tsv' ? '\t' : delimiter, escapeFormulas };
    await writeDelimited(output, sheet, style, { encoding, dateFormat });
  }
}

async function convertBook(conversion: Conversion, calculated?: string): Promise<Converted[]> {
  const { from, to, input, output, stem, dir, progress } = conversion;
  const warnings: WarningId[] = [];
  const leavesOut = () => warnings.push(to === rowsFormat ? 'one_table' : 'other_sheets');
  const lacksValues = () => warnings.push('formulas_not_calculated');
  const leavesObjects = (warning: WarningId) => warnings.push(warning);
  const options: Options = { ...conversion.options, calculated, leavesOut, leavesObjects, lacksValues };
  if (from === 'csv' || from === 'tsv' || from === rowsFormat) {
    const { rows, formats } =
      from === rowsFormat ? await openRowCells(input) : await openCsvCells(input, from, options);
    await writeBook(output, to, stem, rows, formats);
    return [{ path: output }];
  }
  if (to === 'csv' || to === 'tsv' || to === 'json') {
    const sheets = await openSheets(input, from, options);
    const made: Converted[] = [];
    for (const [index, sheet] of sheets.entries()) {
      const path = join(dir, `sheet-${index}.${to}`);
      await writeSheet(conversion, options, sheet, path);
      made.push({
        path,
        ...(options.sheet === 'all' ? { label: sheet.name } : {}),
        metadata: { sheet: sheet.name },
        warnings,
      });
      progress((100 * (index + 1)) / sheets.length);
    }
    return made;
  }
  if (to === rowsFormat || to === 'html' || to === 'md') {
    const { header = true, formulas, dateFormat } = options;
    const sheets = await openValues(input, from, options);
    if (to === rowsFormat) {
      if (sheets.length > 1) leavesOut();
      await writeTypedRows(output, sheets[0]!, header);
    } else if (to === 'html') await writePage(output, stem, sheets, { header, formulas, dateFormat });
    else await writeMarkdown(output, sheets, { header, formulas, dateFormat });
  } else {
    const book = await openBook(input, from, { calculated, lacksValues });
    const sheets = options.sheet === undefined ? book.sheets : chooseSheets(book.sheets, options.sheet);
    warnings.push('look_left_out');
    await rewriteBook(output, to, sheets, options.formulas !== 'values');
  }
  return [{ path: output, warnings }];
}

const isUncalculated = ({ warnings = [] }: Converted): boolean =>
  warnings.includes('formulas_not_calculated');

export const convert: Convert = async conversion => {
  const made = await convertBook(conversion);
  const { input, dir, aids } = conversion;
  if (!aids?.calculateBook || !made.some(isUncalculated)) return made;
  const folder = join(dir, 'calculated');
  await mkdir(folder);
  const calculated = join(folder, 'book.xlsx');
  const { size } = await aids.calculateBook(input, calculated, folder);
  return size ? convertBook(conversion, calculated) : made;
};
