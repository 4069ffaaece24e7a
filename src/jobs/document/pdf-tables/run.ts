import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { JobFailure } from '../../../contract/failure.ts';
import type { Document, TableBlock } from '../../../documents/model.ts';
import {
  findMerges,
  listFormatted,
  listTables,
  measureColumns,
  readValues,
  writeCsv,
  writeTablesHtml,
  writeTablesJson,
} from '../../../documents/write/tables.ts';
import { makeOutputName, stripExtension } from '../../../formats/declared.ts';
import type { Run, RunOutput } from '../../run.ts';
import { beginPages } from '../reading/begin-pages.ts';
import { readPdf } from '../reading/read-pdf.ts';
import { withRepair } from '../reading/with-repair.ts';
import type { job } from './job.ts';

type Context = Parameters<Run<typeof job>>[0];

const maxFiles = 1000;

export const run: Run<typeof job> = async context => {
  const { inputs, options, dir } = context;
  await beginPages(inputs[0], options, context.begin);
  return withRepair(inputs[0].path, options.password, dir, (path, folder) =>
    findTables(context, path, folder),
  );
};

async function findTables(context: Context, path: string, dir: string) {
  const {
    inputs: [input],
    options,
  } = context;
  const { pages, password, ocr = 'auto', languages, headerRows } = options;
  const { document, source, engines, warnings } = await readPdf(
    path,
    { pages, password, ocr, languages },
    { ...context, dir },
  );
  source.close();
  const tables = listTables(document);
  if (tables.length === 0) throw new JobFailure('no_tables', 'no table on the pages read');
  if (headerRows !== undefined)
    for (const table of tables) table.headerRows = Math.min(headerRows, table.rows.length);
  const outputs = await write(document, tables, options.outputFormat, input.filename, dir);
  return { outputs, engines, warnings };
}

async function write(
  document: Document,
  tables: readonly TableBlock[],
  format: 'xlsx' | 'csv' | 'json' | 'html',
  filename: string,
  dir: string,
): Promise<RunOutput[]> {
  const metadata = { tables: tables.length };
  if (format === 'csv') {
    if (tables.length > maxFiles) throw new JobFailure('limit_exceeded', `${tables.length} tables`);
    return await Promise.all(
      tables.map(async (table, index) => {
        const path = join(dir, `table-${index + 1}.csv`);
        await writeFile(path, writeCsv(table));
        const page = table.places[0]!.page;
        return {
          path,
          filename: makeOutputName(filename, `-${index + 1}.csv`),
          format,
          metadata: { page, rows: table.rows.length },
        };
      }),
    );
  }
  const path = join(dir, `tables.${format}`);
  if (format === 'xlsx') await writeFile(path, await makeBook(tables));
  else
    await writeFile(
      path,
      format === 'json' ? writeTablesJson(document) : writeTablesHtml(document, stripExtension(filename)),
    );
  return [{ path, filename: makeOutputName(filename, `.${format}`), format, metadata }];
}

/** Makes a workbook with one sheet per table, named by its number and page. Shares, money and dates are numbers in their format. */
const makeBook = (tables: readonly TableBlock[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: tables.map((table, index) => ({
      name: `Table ${index + 1} (page ${table.places[0]!.page})`.slice(0, 31),
      columns: measureColumns(table).map(width => ({ width })),
      rows: readValues(table),
      cells: new Map(
        [...listFormatted(table)].map(([place, { value, format }]) => [
          place,
          { value, type: 'number' as const, style: { numFmt: format } },
        ]),
      ),
      merges: findMerges(table),
    })),
  });
