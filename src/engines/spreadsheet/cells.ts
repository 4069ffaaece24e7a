import type { CellValue } from 'hucre/xlsx';
import { Moment, type Value } from '../../tabular/values.ts';
import { formatClock, padTwo } from '../../text.ts';

/** The day spreadsheets count from: a time of day stands on it or just after. */
const firstDay = Date.UTC(1900, 0, 1);
const dayLength = 86_400_000;

/** The number format of a day with a time. Without one, a workbook would show only the day. */
export const momentFormat = 'yyyy-mm-dd hh:mm:ss';

const padFour = (value: number): string => String(value).padStart(4, '0');

const formatDay = (date: Date): string =>
  `${padFour(date.getUTCFullYear())}-${padTwo(date.getUTCMonth() + 1)}-${padTwo(date.getUTCDate())}`;

function formatMilliseconds(milliseconds: number): string {
  const fraction = milliseconds % 1000;
  const clock = formatClock(Math.floor(milliseconds / 1000));
  return fraction ? `${clock}.${String(fraction).padStart(3, '0')}` : clock;
}

/** Formats days as hours that count on beyond a day, as 25:30:00. */
export const formatDuration = (days: number): string =>
  `${days < 0 ? '-' : ''}${formatMilliseconds(Math.round(Math.abs(days) * dayLength))}`;

/** Reads a moment of a spreadsheet, which has no zone and is a day, a time of day or both. */
export function readMoment(date: Date): Moment {
  const time = date.getTime();
  const sinceMidnight = time - Math.floor(time / dayLength) * dayLength;
  if (time < firstDay && time > firstDay - 3 * dayLength)
    return new Moment('time', formatMilliseconds(sinceMidnight));
  const day = formatDay(date);
  if (sinceMidnight === 0) return new Moment('date', day);
  return new Moment('datetime', `${day}T${formatMilliseconds(sinceMidnight)}`);
}

/** Computes the serial number of a date, which counts the 29 February 1900 that spreadsheets assume. */
export function computeSerial(date: Date): number {
  const days = (date.getTime() - Date.UTC(1899, 11, 30)) / dayLength;
  return days >= 2 && days < 61 ? days - 1 : days;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Formats a date by the caller's pattern: y M d H h m s S a; letters between quotes stay as they are. */
export function formatDate(date: Date, pattern: string): string {
  return pattern.replace(
    /'([^']*)'|yyyy|yy|MMMM|MMM|MM|M|dd|d|HH|H|hh|h|mm|m|ss|s|SSS|a/g,
    (part, quoted) => {
      if (quoted !== undefined) return quoted;
      const hour = date.getUTCHours();
      const month = months[date.getUTCMonth()]!;
      switch (part) {
        case 'yyyy':
          return padFour(date.getUTCFullYear());
        case 'yy':
          return padTwo(date.getUTCFullYear() % 100);
        case 'MMMM':
          return month;
        case 'MMM':
          return month.slice(0, 3);
        case 'MM':
          return padTwo(date.getUTCMonth() + 1);
        case 'M':
          return String(date.getUTCMonth() + 1);
        case 'dd':
          return padTwo(date.getUTCDate());
        case 'd':
          return String(date.getUTCDate());
        case 'HH':
          return padTwo(hour);
        case 'H':
          return String(hour);
        case 'hh':
          return padTwo(hour % 12 || 12);
        case 'h':
          return String(hour % 12 || 12);
        case 'mm':
          return padTwo(date.getUTCMinutes());
        case 'm':
          return String(date.getUTCMinutes());
        case 'ss':
          return padTwo(date.getUTCSeconds());
        case 's':
          return String(date.getUTCSeconds());
        case 'SSS':
          return String(date.getUTCMilliseconds()).padStart(3, '0');
        default:
          return hour < 12 ? 'AM' : 'PM';
      }
    },
  );
}

/** Reads a cell as a value, dates in the caller's pattern where there is one. */
export function readCellValue(cell: CellValue | undefined, dateFormat?: string): Value {
  if (cell instanceof Date) return dateFormat ? formatDate(cell, dateFormat) : readMoment(cell);
  return cell ?? null;
}

/** Formats a cell as text, as a spreadsheet would write it into CSV. */
export function formatCell(cell: CellValue | undefined, dateFormat?: string): string | null {
  const value = readCellValue(cell, dateFormat);
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Moment ? value.text : String(value);
}

const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,14})?$/;
const isoDay = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?$/;

/** Reads a date. Those before 1901 stay text: spreadsheets begin in 1900, and programs disagree by a day about its first two months. */
function readDate(text: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', milli = '0'] = isoDay.exec(text) ?? [];
  if (!year || Number(year) < 1901 || Number(month) > 12 || Number(month) < 1) return undefined;
  const date = new Date(
    Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      Number(milli.padEnd(3, '0')),
    ),
  );
  return date.getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
    ? date
    : undefined;
}

/** Reads text as the cell that a spreadsheet would make of it, but only if that cell says exactly the same. */
export function readCell(text: string | null | undefined): CellValue {
  if (text === null || text === undefined) return null;
  if (plainNumber.test(text) && text !== '-0' && text.replace(/[-.]/g, '').length <= 15) {
    return Number(text);
  }
  if (text === 'TRUE' || text === 'true') return true;
  if (text === 'FALSE' || text === 'false') return false;
  return readDate(text) ?? text;
}

/** Makes a cell of a typed value; a value that a double or a spreadsheet's calendar cannot hold stays text. */
export function makeCell(value: Value): CellValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint')
    return String(value).replace('-', '').length <= 15 ? Number(value) : String(value);
  if (value instanceof Moment) {
    return value.kind === 'date' || value.kind === 'datetime'
      ? (readDate(value.text.replace(/(\.\d{3})000$/, '$1')) ?? value.text)
      : value.text;
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value) || value instanceof Map) throw new TypeError('nested value');
  const number = Number(value.text);
  return value.text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? number : value.text;
}
