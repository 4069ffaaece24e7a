import type { CellValue } from 'hucre/xlsx';

/** A way in which the texts of one column may be written, other than as 1234.5 and 2024-12-31. */
export interface Notation {
  /** Looks at a text of the column. Returns false if it is not written in this way. */
  take(text: string): boolean;
  /** True once a text was taken that cannot be written in another way. */
  isProven: boolean;
  read(text: string): CellValue | undefined;
  /** The number format that shows the column as it was written. */
  numFmt: string | undefined;
}

/** A spreadsheet keeps so many digits. */
const mostDigits = 15;
/** Signs that group digits beside the point or the comma. */
const groups = "\\u00a0\\u202f '’";

/** Numbers with a decimal comma, or with a decimal point and grouped digits. The minus of accountants' programs stands behind. */
export class NumberNotation implements Notation {
  readonly #decimalSign: string;
  readonly #pattern: RegExp;
  readonly #proof: RegExp;
  #least = Infinity;
  #most = 0;
  /** The sign between groups of digits, where there is one. */
  #group = '';
  isProven = false;

  constructor(decimalSign: ',' | '.', delimiter: string) {
    this.#decimalSign = decimalSign;
    const [group, decimal] = decimalSign === ',' ? ['.', ','] : [',', '\\.'];
    this.#pattern = new RegExp(
      `^([-+\\u2212]?)(0|[1-9]\\d{0,2}(?:[${group}${groups}]\\d{3})+|[1-9]\\d*)(?:${decimal}(\\d+))?(-?)$`,
    );
    // In a file separated by commas 1,5 may be a list, and in any file 1,234 may be a thousand.
    this.#proof =
      decimalSign === '.'
        ? /[,'’].*\.|,.*,/
        : delimiter === ','
          ? /\..*,/
          : /[\s.'’].*,|\d{4},|\D0,|^0,|,(?!\d{3}\D?$)/;
  }

  take(text: string): boolean {
    const number = this.#parse(text);
    if (!number) return false;
    const { decimals, group } = number;
    if (decimals < this.#least) this.#least = decimals;
    if (decimals > this.#most) this.#most = decimals;
    this.#group ||= group;
    this.isProven ||= this.#proof.test(text);
    return true;
  }

  read(text: string): number | undefined {
    return this.#parse(text)?.value;
  }

  #parse(text: string): { value: number; decimals: number; group: string } | undefined {
    const [, before, whole, fraction = '', behind] = this.#pattern.exec(text) ?? [];
    if (whole === undefined || (before && behind)) return undefined;
    const digits = whole.replace(/\D/g, '');
    if (digits.length + fraction.length > mostDigits) return undefined;
    const value = Number(`${digits}.${fraction || 0}`);
    return {
      value: behind || (before && before !== '+') ? -value : value,
      decimals: fraction.length,
      group: /\D/.exec(whole)?.[0] ?? '',
    };
  }

  get numFmt(): string | undefined {
    const isEven = this.#least === this.#most;
    const fraction = this.#most ? `.${'0'.repeat(this.#most)}` : '';
    const digits = this.#group ? `#,##0${fraction}` : isEven ? `0${fraction}` : 'General';
    return `${this.#findCountry()}${digits}`;
  }

  /** Finds the mark of number formats for a country that writes numbers so: Germany, France or Switzerland. */
  #findCountry(): string {
    const group = /\s/.test(this.#group) ? ' ' : this.#group.replace('’', "'");
    if (this.#decimalSign === ',') return group === ' ' ? '[$-40C]' : '[$-407]';
    return group === "'" ? '[$-807]' : '';
  }
}

const clock = '(?: (\\d{1,2}):(\\d\\d)(?::(\\d\\d))?(?: ?([AaPp])[Mm])?)?';

/** Reads a day and a time of day; undefined if there is no such day. */
function readMoment(
  [year, month, day]: readonly (string | undefined)[],
  [hour = '0', minute = '0', second = '0', half]: readonly (string | undefined)[],
): Date | undefined {
  if (half && (Number(hour) > 12 || Number(hour) === 0)) return undefined;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const date = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second)),
  );
  const isReal =
    Number(year) > 1900 &&
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day) &&
    hours < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60;
  return isReal ? date : undefined;
}

/** The indices of year, month and day in the parts of a date. */
const orders = { dayFirst: [2, 1, 0], monthFirst: [2, 0, 1], yearFirst: [0, 1, 2] } as const;
const dayFormats = { dayFirst: 'dd-mm-yyyy', monthFirst: 'mm-dd-yyyy', yearFirst: 'yyyy-mm-dd' } as const;

/** Dates as 31.12.2024, 12/31/2024 or 2024/12/31, with or without a time of day. */
export class DateNotation implements Notation {
  readonly #order: keyof typeof orders;
  readonly #separator: string;
  readonly #pattern: RegExp;
  #sample = '';
  isProven = false;

  constructor(separator: '.' | '/' | '-', order: keyof typeof orders) {
    this.#order = order;
    this.#separator = separator;
    const parts = order === 'yearFirst' ? ['\\d{4}', '\\d\\d?', '\\d\\d?'] : ['\\d\\d?', '\\d\\d?', '\\d{4}'];
    this.#pattern = new RegExp(`^${parts.map(part => `(${part})`).join(`\\${separator}`)}${clock}$`);
  }

  take(text: string): boolean {
    if (this.read(text) === undefined) return false;
    if (text.length > this.#sample.length) this.#sample = text;
    const [, first, second] = this.#pattern.exec(text) ?? [];
    // Points are written between day, month and year in this order only; other signs in either order.
    this.isProven ||=
      this.#separator === '.' ||
      this.#order === 'yearFirst' ||
      Number(this.#order === 'dayFirst' ? first : second) > 12;
    return true;
  }

  read(text: string): Date | undefined {
    const [, ...found] = this.#pattern.exec(text) ?? [];
    return found.length
      ? readMoment(
          orders[this.#order].map(at => found[at]),
          found.slice(3),
        )
      : undefined;
  }

  get numFmt(): string {
    const days = dayFormats[this.#order].replaceAll('-', this.#separator);
    const [, time] = this.#sample.split(/ (.*)/s);
    if (!time) return days;
    const isHalved = /m$/i.test(time);
    return `${days} ${isHalved ? 'h' : 'hh'}:mm${/:\d\d:/.test(time) ? ':ss' : ''}${isHalved ? ' AM/PM' : ''}`;
  }
}
