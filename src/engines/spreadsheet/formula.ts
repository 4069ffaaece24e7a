/** References such as [.A1] and [$'My sheet'.A1:.B2]. */
const reference =
  /\[(?:\$?('(?:[^']|'')*'|[^\].:']*))?\.([^\].:]+)(?::(?:\$?('(?:[^']|'')*'|[^\].:']*))?\.([^\].:]+))?\]/g;
/** Text between quotes, and the name of a sheet between apostrophes. */
const literal = /("(?:[^"]|"")*"|'(?:[^']|'')*')/;

/**
 * Converts an OpenDocument formula to Excel's notation, which hucre expects; undefined if it refers to another file.
 */
export function spellAsExcel(formula: string): string | undefined {
  const plain = formula.replace(/"(?:[^"]|"")*"/g, '');
  if (plain.includes('#$') || /'\s*#|:\/\//.test(plain)) return undefined;
  const referring = formula
    .split(/("(?:[^"]|"")*")/)
    .map((part, index) =>
      index % 2
        ? part
        : part.replace(reference, (_, sheet, first, _other, last) => {
            const cells = last ? `${first}:${last}` : first;
            return sheet ? `${sheet}!${cells}` : cells;
          }),
    )
    .join('');
  return referring
    .split(literal)
    .map((part, index) =>
      index % 2
        ? part
        : part
            .replace(/\{[^}]*\}/g, list =>
              list.replaceAll(';', '\\').replaceAll('|', ';').replaceAll('\\', ','),
            )
            .replace(/;(?![^{]*\})/g, ','),
    )
    .join('');
}

/** The separators of arguments, of joined areas, and of the columns and rows of a list. */
const separators = { call: { ',': ';' }, group: { ',': '~' }, list: { ',': ';', ';': '|' } } as const;

/**
 * Gives an Excel formula the separators of an OpenDocument one; hucre converts the cells. Undefined if it calls a
 * function that only newer Excel has.
 */
export function separateAsOpenDocument(formula: string): string | undefined {
  if (/_xl(?:fn|ws|udf)\./i.test(formula)) return undefined;
  const open: (keyof typeof separators)[] = [];
  let before = '';
  const separate = (part: string) =>
    part.replace(/[(){},;]/g, (sign, at: number) => {
      if (sign === '(') open.push(/[\w.]/.test(part[at - 1] ?? before) ? 'call' : 'group');
      else if (sign === '{') open.push('list');
      else if (sign === ')' || sign === '}') open.pop();
      else return (separators[open.at(-1) ?? 'group'] as Record<string, string>)[sign] ?? sign;
      return sign;
    });
  return formula
    .split(literal)
    .map((part, index) => {
      const written = index % 2 ? part : separate(part);
      before = part.at(-1) ?? before;
      return written;
    })
    .join('');
}

/**
 * Tells whether a formula refers to a cell of another file, as [1]Sheet!A1 or '[1]My sheet'!A1: the list of files is
 * not taken along.
 */
export const refersOutside = (formula: string): boolean =>
  /(?:^|[^\w\])])'?\[\d+\]/.test(formula.replace(/"(?:[^"]|"")*"/g, '""'));

const sheetReference = /(?:'((?:[^']|'')*)'|([\p{L}_][\p{L}\p{N}_.]*))!/gu;
const errorName = /#(?:REF!|N\/A|DIV\/0!|NAME\?|NULL!|NUM!|VALUE!)/gi;
const aside = /\$|(?<![\p{L}\p{N}_.])\d+(?:\.\d*)?(?:E[+-]?\d+)?/giu;
const cellName = /^[A-Z]{1,3}\d{1,7}$/i;

/**
 * Tells whether a formula needs nothing but cells of these sheets: names, tables and other sheets are not taken along.
 */
export function standsAlone(formula: string, sheets: readonly string[]): boolean {
  const known = new Set(sheets.map(name => name.toLowerCase()));
  let isMissing = refersOutside(formula);
  const plain = formula
    .replace(/"(?:[^"]|"")*"/g, '""')
    .replace(errorName, '')
    .replace(sheetReference, (_, quoted?: string, bare?: string) => {
      isMissing ||= !known.has((quoted?.replaceAll("''", "'") ?? bare ?? '').toLowerCase());
      return '';
    })
    .replace(aside, '');
  if (isMissing || plain.includes('[')) return false;
  for (const { 0: word, index } of plain.matchAll(/[\p{L}_\\][\p{L}\p{N}_.\\?]*/gu)) {
    const [before, after] = [plain[index - 1], plain[index + word.length]];
    const isColumn = /^[A-Z]{1,3}$/i.test(word) && (before === ':' || after === ':');
    if (after !== '(' && !isColumn && !cellName.test(word) && !/^(TRUE|FALSE)$/i.test(word)) return false;
  }
  return true;
}

const cellOrRange =
  /(?<![\w.$[\]])(?:(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})|(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})|(\$?)(\d{1,7}):(\$?)(\d{1,7}))(?![\w(.![])/g;

function moveColumn(fixed: string, letters: string, by: number): string {
  if (fixed) return `$${letters}`;
  let number =
    by + [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  let moved = '';
  for (; number > 0; number = Math.floor((number - 1) / 26))
    moved = String.fromCharCode(65 + ((number - 1) % 26)) + moved;
  return moved;
}
const moveRow = (fixed: string, row: string, by: number): string =>
  fixed ? `$${row}` : String(Number(row) + by);

/** Moves a shared formula by rows and columns. */
export function moveFormula(formula: string, rows: number, columns: number): string {
  const movePart = (part: string) =>
    part.replace(cellOrRange, (_, f1, column, f2, row, f3, from, f4, to, f5, first, f6, last) => {
      if (column) return moveColumn(f1, column, columns) + moveRow(f2, row, rows);
      if (from) return `${moveColumn(f3, from, columns)}:${moveColumn(f4, to, columns)}`;
      return `${moveRow(f5, first, rows)}:${moveRow(f6, last, rows)}`;
    });
  return formula
    .split(literal)
    .map((part, index) => (index % 2 ? part : movePart(part)))
    .join('');
}
