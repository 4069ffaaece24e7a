import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { writeTextFile } from '../../encodings/encode.ts';
import type { FormatId } from '../../formats/formats.ts';
import { writeRows } from '../../tabular/rows.ts';
import { writeJson, writeJsonList } from '../../tabular/values.ts';
import { type Convert, type Converted, rowsFormat, type StepFormat } from '../conversion.ts';
import { formatModules } from './formats.ts';
import { openInnerList } from './inner-list.ts';
import { type ReadOptions, readSource } from './read.ts';
import { readRecords, readTree, type Source } from './source.ts';
import { makeTable } from './table.ts';
import { writeCsv, writeHtml, writeMarkdown, writeSql } from './table-text.ts';
import { writeToml } from './toml.ts';
import { writeXml, writeXmlRows } from './xml.ts';

export { loadLater } from './formats.ts';

type Options = ReadOptions & {
  pretty?: boolean;
  flatten?: boolean;
  rootElement?: string;
  rowElement?: string;
  table?: string;
  escapeFormulas?: boolean;
  /** True if lists and objects are written as text in the cells of a table. */
  describesParts?: boolean;
};

const texts = new Set(['csv', 'tsv']);
/** Documents that we describe as data ourselves: a table has people, times and places of them as text. */
const described = new Set<FormatId | undefined>(['ics', 'vcf', 'eml', 'msg', 'mbox', 'tnef']);

/**
 * Chooses the options for reading: delimiter, encoding and header are about the output, and about the input only where
 * the output has none.
 */
function chooseInputOptions(from: string, to: string, options: Options): ReadOptions {
  if (!texts.has(from)) return {};
  const { nullValue, header } = options;
  return texts.has(to) ? { nullValue, header } : options;
}

/** Formats that hold one table. */
const tables = new Set<StepFormat>(['csv', 'tsv', 'html', 'md', 'sql', 'arrow', 'avro', rowsFormat]);

/** Formats that cannot be a list, only hold one. */
const wraps = new Set(['toml', 'xml']);

async function* writeLines(source: Source, from: string): AsyncGenerator<string> {
  const records =
    source.kind === 'tree' && !wraps.has(from) && !Array.isArray(source.value)
      ? [source.value]
      : readRecords(source);
  for await (const record of records) yield `${writeJson(record)}\n`;
}

async function* writeYamlList(source: Source): AsyncGenerator<string> {
  const { writeYaml } = await formatModules.yaml();
  if (source.kind === 'tree') {
    yield writeYaml(source.value);
    return;
  }
  let any = false;
  for await (const record of source.records()) {
    any = true;
    yield `- ${writeYaml(record, '  ')}`;
  }
  if (!any) yield '[]\n';
}

/** Writes the output of a format that is text. */
async function writeText(
  from: string,
  to: string,
  source: Source,
  stem: string,
  options: Options,
): Promise<AsyncIterable<string> | Iterable<string>> {
  const {
    pretty = true,
    flatten = false,
    rootElement,
    rowElement = 'row',
    header = true,
    delimiter = ',',
    nullValue,
  } = options;
  const indent = pretty ? '  ' : '';
  const makeFlatTable = () =>
    makeTable(source, { flatten, nested: options.describesParts ? 'text' : 'refused' });
  switch (to) {
    case 'json':
      return source.kind === 'tree'
        ? [`${writeJson(source.value, indent)}\n`]
        : writeJsonList(source.records(), indent);
    case 'ndjson':
      return writeLines(source, from);
    case 'yaml':
      return writeYamlList(source);
    case 'toml':
      return [writeToml(await readTree(source), rowElement)];
    case 'xml':
      return source.kind === 'tree'
        ? writeXml(source.value, rootElement, { pretty, rowElement })
        : writeXmlRows(readRecords(source), rootElement ?? 'root', { pretty, rowElement });
    case 'html':
      return writeHtml(await makeFlatTable(), stem);
    case 'md':
      return writeMarkdown(await makeFlatTable());
    case 'sql':
      return writeSql(
        await makeFlatTable(),
        options.table ??
          (stem
            .replace(/\W+/g, '_')
            .replace(/^(?=\d)/, '_')
            .slice(0, 63) ||
            'data'),
      );
    default: {
      const style = {
        delimiter: to === 'tsv' ? '\t' : delimiter,
        nullValue,
        escapeFormulas: options.escapeFormulas,
      };
      return writeCsv(await makeFlatTable(), style, header);
    }
  }
}

/** The most characters of names of values that were left out. */
const maxNames = 500;

function nameKeys(keys: readonly string[]): string {
  const names = keys.join(', ');
  return names.length > maxNames ? `${names.slice(0, maxNames)}…` : names;
}

export const convert: Convert = async ({ from, to, input, output, stem, origin, options: given }) => {
  const describesParts = described.has(origin);
  const options: Options = { ...given, describesParts };
  let warnings: WarningId[] = [];
  let metadata: Converted['metadata'];
  try {
    const whole = await readSource(input, from, chooseInputOptions(from, to, options));
    if (whole.kind === 'records') warnings = whole.warnings ?? [];
    const { source, leftOut } = tables.has(to) ? openInnerList(whole) : { source: whole, leftOut: [] };
    if (leftOut.length > 0) {
      warnings.push('beside_list');
      metadata = { leftOut: nameKeys(leftOut) };
    }
    const makeNestedTable = (nested: 'kept' | 'text' = 'kept') =>
      makeTable(source, { flatten: options.flatten ?? false, nested });
    if (to === 'arrow') await (await formatModules.arrow.write()).writeArrow(output, await makeNestedTable());
    else if (to === 'avro')
      await (await formatModules.avro.write()).writeAvro(output, await makeNestedTable());
    else if (to === rowsFormat) {
      const { columns, rows } = await makeNestedTable(describesParts ? 'text' : 'kept');
      await writeRows(output, columns, rows());
    } else {
      const text = await writeText(from, to, source, stem, options);
      await writeTextFile(output, text, texts.has(to) ? (options.encoding ?? 'utf-8') : 'utf-8');
    }
  } catch (error) {
    if (error instanceof RangeError && /call stack|string length/i.test(error.message)) {
      throw new JobFailure('limit_exceeded', error.message);
    }
    throw error;
  }
  return [{ path: output, warnings, ...(metadata && { metadata }) }];
};
