import type { CellValue } from 'hucre/xlsx';
import { openEntry } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { findAttribute, type Tag, unescapeXml, walkTags } from '../../markup/tags.ts';
import { formatDuration } from './cells.ts';
import { spellAsExcel } from './formula.ts';

/** A row of an OpenDocument sheet. hucre's own reader of them takes gigabytes for a hundred thousand. */
export interface OdsRow {
  sheet: number;
  cells: CellValue[];
  formulas: Map<number, string>;
  /** Cells that span others: column, rows, columns. */
  spans: [number, number, number][];
}
export interface OdsSheet {
  name: string;
  hidden: boolean;
}

const maxColumns = 16_384;
const maxRows = 1_048_576;

async function* walkContent<Found>(
  path: string,
  take: (tag: Tag) => Found | undefined,
): AsyncGenerator<Found> {
  const chunks = await openEntry(path, 'content.xml');
  if (!chunks) throw new JobFailure('unreadable_input', 'ods: no content');
  yield* walkTags(chunks, take, { keepsPrefixes: true });
}

/** Tables within these are not sheets: a table in a cell, and one that was once fetched from another program. */
const inside = new Set(['table:table', 'table:dde-links']);

function countDepth({ name, empty, ends }: Tag): number {
  if (empty || !inside.has(name)) return 0;
  return ends ? -1 : 1;
}

export async function listOdsSheets(path: string): Promise<OdsSheet[]> {
  const hiding = new Set<string>();
  const sheets: OdsSheet[] = [];
  let style = '';
  let depth = 0;
  const take = (tag: Tag): undefined => {
    const { name, attributes, empty, ends } = tag;
    depth += countDepth(tag);
    if (ends) return;
    if (name === 'style:style') style = findAttribute(attributes, 'style:name') ?? '';
    else if (name === 'style:table-properties' && findAttribute(attributes, 'table:display') === 'false')
      hiding.add(style);
    else if (name === 'table:table' && depth === (empty ? 0 : 1)) {
      const hidden = hiding.has(findAttribute(attributes, 'table:style-name') ?? '');
      sheets.push({ name: findAttribute(attributes, 'table:name') ?? `Sheet${sheets.length + 1}`, hidden });
    }
  };
  for await (const _ of walkContent(path, take));
  return sheets;
}

const length = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?)?$/;

/** Reads a time of day, or hours that count on beyond a day as 25:30:00. */
function readTime(text: string): CellValue {
  const found = length.exec(text);
  if (!found) return text;
  const [, sign = '', days = 0, hours = 0, minutes = 0, seconds = 0, fraction = 0] = found;
  const milliseconds =
    (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
    Math.round(Number(`0.${fraction}`) * 1000);
  const inDays = milliseconds / 86_400_000;
  if (sign || inDays >= 1) return formatDuration(sign ? -inDays : inDays);
  return new Date(Date.UTC(1899, 11, 30) + milliseconds);
}

function readTagValue(attributes: string, text: string | undefined): CellValue {
  // LibreOffice writes an error as empty text, with the text that it shows beside it.
  if (findAttribute(attributes, 'calcext:value-type') === 'error') return text ?? null;
  switch (findAttribute(attributes, 'office:value-type') ?? findAttribute(attributes, 'calcext:value-type')) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const number = Number(findAttribute(attributes, 'office:value') || Number.NaN);
      return Number.isNaN(number) ? (text ?? null) : number;
    }
    case 'boolean':
      return findAttribute(attributes, 'office:boolean-value') === 'true';
    case 'date': {
      const written = findAttribute(attributes, 'office:date-value') ?? '';
      const date = new Date(/T/.test(written) ? `${written.replace(/Z$/, '')}Z` : `${written}T00:00:00Z`);
      if (Number.isNaN(date.getTime())) return text ?? written;
      // A time of day stands on one of these days.
      return /^1899-12-(29|30|31)/.test(written) ? written : date;
    }
    case 'time':
      return readTime(findAttribute(attributes, 'office:time-value') ?? '');
    default:
      return findAttribute(attributes, 'office:string-value') ?? text ?? null;
  }
}

const countRepeats = (attributes: string, name: string): number =>
  Number(findAttribute(attributes, name) ?? 1) || 1;

/**
 * Elements whose text is not the cell's: notes, readings above Japanese text, and data that other programs once gave.
 */
const beside = new Set(['office:annotation', 'text:ruby-text', 'table:dde-links']);
/**
 * Tells whether an element's text is not the cell's. A drawing stands in the cell that it is anchored to, with its own
 * text.
 */
const isBeside = (name: string): boolean => beside.has(name) || name.startsWith('draw:');

/** Collects the cells of one row after another as the tags go by. */
class RowReader {
  sheet = -1;
  /** The sheets that have comments, and charts, pictures or shapes. */
  readonly comments = new Set<number>();
  readonly drawings = new Set<number>();
  #depth = 0;
  #aside = 0;
  #row: OdsRow | undefined;
  #repeat = 1;
  #cell: { attributes: string; paragraphs: string[] } | undefined;
  #blank = 0;
  #isSaying = false;

  /** Takes the next tag; returns the row that it ends, and how often the row is repeated. */
  take(tag: Tag): [OdsRow, number] | undefined {
    const { name, attributes, empty, ends, text } = tag;
    if (this.#isSaying && !this.#aside) this.#add(unescapeXml(text));
    if (isBeside(name) && !ends) this.#leaveOut(name);
    if (isBeside(name) && !empty) this.#aside += ends ? -1 : 1;
    if (this.#aside) return undefined;
    if (name === 'table:table' && !ends && this.#depth === 0) this.sheet++;
    this.#depth += countDepth(tag);
    if (this.#depth > 1) return undefined;
    switch (ends ? `/${name}` : name) {
      case 'table:table-row':
        this.#row = { sheet: this.sheet, cells: [], formulas: new Map(), spans: [] };
        this.#repeat = countRepeats(attributes, 'table:number-rows-repeated');
        this.#blank = 0;
        return empty ? [this.#row, this.#repeat] : undefined;
      case '/table:table-row': {
        const row = this.#row;
        this.#row = undefined;
        return row && [row, this.#repeat];
      }
      case 'table:table-cell':
      case 'table:covered-table-cell':
        this.#cell = { attributes, paragraphs: [] };
        if (empty) this.#close();
        break;
      case '/table:table-cell':
      case '/table:covered-table-cell':
        this.#close();
        break;
      case 'text:p':
      case 'text:h':
        this.#cell?.paragraphs.push('');
        this.#isSaying = !empty;
        break;
      case '/text:p':
      case '/text:h':
        this.#isSaying = false;
        break;
      case 'text:s':
        this.#add(' '.repeat(Math.min(countRepeats(attributes, 'text:c'), 10_000)));
        break;
      case 'text:tab':
        this.#add('\t');
        break;
      case 'text:line-break':
        this.#add('\n');
    }
    return undefined;
  }

  #leaveOut(name: string): void {
    if (name === 'office:annotation') this.comments.add(this.sheet);
    // A comment has a shape of its own, in which it is drawn.
    else if (name.startsWith('draw:') && !this.#aside) this.drawings.add(this.sheet);
  }

  #add(text: string): void {
    const paragraphs = this.#cell?.paragraphs;
    if (paragraphs?.length) paragraphs[paragraphs.length - 1] += text;
  }

  #close(): void {
    if (!this.#cell || !this.#row) return;
    const { attributes, paragraphs } = this.#cell;
    this.#cell = undefined;
    const value = readTagValue(attributes, paragraphs.length ? paragraphs.join('\n') : undefined);
    const count = countRepeats(attributes, 'table:number-columns-repeated');
    const { cells, formulas, spans } = this.#row;
    // Blank cells only count once something follows them: a row is padded to the sheet's full width.
    const formula = findAttribute(attributes, 'table:formula');
    if (value === null && !formula) {
      this.#blank += count;
      return;
    }
    if (cells.length + this.#blank + count > maxColumns)
      throw new JobFailure('limit_exceeded', 'ods: too many columns');
    for (; this.#blank > 0; this.#blank--) cells.push(null);
    const spelled = formula && spellAsExcel(formula.replace(/^\w+:/, '').replace(/^=/, ''));
    if (spelled) formulas.set(cells.length, spelled);
    const [rows, columns] = [
      countRepeats(attributes, 'table:number-rows-spanned'),
      countRepeats(attributes, 'table:number-columns-spanned'),
    ];
    if (rows > 1 || columns > 1) spans.push([cells.length, rows, columns]);
    for (let i = 0; i < count; i++) cells.push(value);
  }
}

/** Reads the rows of the sheets wanted; blank ones at a sheet's end are left out. */
export async function* readOdsRows(
  path: string,
  wanted: (sheet: number) => boolean,
  leavesObjects?: (warning: WarningId) => void,
): AsyncGenerator<OdsRow> {
  const reader = new RowReader();
  let [blank, sheet, total] = [0, -1, 0];
  for await (const [row, repeat] of walkContent(path, tag => reader.take(tag))) {
    if (!wanted(row.sheet)) continue;
    if (row.sheet !== sheet) [blank, sheet, total] = [0, row.sheet, 0];
    if (!row.cells.length) {
      blank += repeat;
      continue;
    }
    total += blank + repeat;
    if (total > maxRows) throw new JobFailure('limit_exceeded', 'ods: too many rows');
    for (; blank > 0; blank--) yield { sheet, cells: [], formulas: new Map(), spans: [] };
    for (let i = 0; i < repeat; i++) yield row;
  }
  if ([...reader.comments].some(wanted)) leavesObjects?.('comments_left_out');
  if ([...reader.drawings].some(wanted)) leavesObjects?.('drawings_left_out');
}
