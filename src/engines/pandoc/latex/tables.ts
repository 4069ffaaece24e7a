import { rewriteUses, withoutDefined } from './arguments.ts';

/** Environments of tables, with the number of arguments before and with the one that describes the columns. */
const tables = new Map([
  ['tabular', 1],
  ['tabular*', 2],
  ['tabularx', 2],
  ['tabulary', 2],
  ['tabu', 1],
  ['longtable', 1],
  ['longtabu', 1],
  ['xltabular', 2],
  ['supertabular', 1],
  ['xtabular', 1],
  ['NiceTabular', 1],
]);
/** Tables that go on over pages, whose head Pandoc knows. */
const long = new Set(['longtable', 'longtabu', 'xltabular']);

/** Commands of tables that print nothing, with the number of their arguments. */
const silent = new Map([
  ...['cmidrule', 'hhline', 'Xhline', 'rowcolor', 'cellcolor', 'columncolor', 'arrayrulecolor'].map(
    name => [name, 1] as const,
  ),
  ['specialrule', 3],
  ['rowcolors', 3],
  ['addlinespace', 0],
  ['morecmidrules', 0],
]);
/** Commands of cells whose text Pandoc drops. */
const cells = new Map([
  ['makecell', 1],
  ['thead', 1],
  ['shortstack', 1],
  ['diagbox', 2],
  ['backslashbox', 2],
  ['slashbox', 2],
  ['tnote', 1],
]);
const counts = new Map([
  ...[...tables].map(([name, count]) => [`begin:${name}`, count] as const),
  ...silent,
  ...cells,
]);

const maxColumns = 1000;

/** Describes columns by the letters that Pandoc knows: it reads a table with any other as plain text. */
export function simplifyColumns(columns: string): string {
  let rest = columns;
  let simple = '';
  const takeGroup = (): string => {
    const group = /^\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/.exec(rest);
    rest = rest.slice(group?.[0].length ?? 0);
    return group?.[1] ?? '';
  };
  while (rest && simple.length < maxColumns) {
    const sign = rest[0]!;
    rest = rest.slice(1);
    if (sign === '*') {
      const count = Math.min(Number(takeGroup()) || 0, maxColumns);
      simple += simplifyColumns(takeGroup()).repeat(count);
    } else if ('@!><'.includes(sign)) takeGroup();
    else if (sign === '[') rest = rest.slice(rest.indexOf(']') + 1);
    else if ('lcr'.includes(sign)) simple += sign;
    else if (sign === 'w' || sign === 'W') {
      simple += /[lcr]/.exec(takeGroup())?.[0] ?? 'l';
      takeGroup();
    } else if (/[A-Za-z]/.test(sign)) {
      simple += sign === 'C' ? 'c' : /[RSDdN]/.test(sign) ? 'r' : 'l';
      while (/^\s*\{/.test(rest)) {
        const before = rest.length;
        takeGroup();
        if (rest.length === before) break;
      }
    }
  }
  return simple.slice(0, maxColumns);
}

/** Makes tables such that Pandoc reads all of them as tables. */
export function simplifyTables(text: string): string {
  return rewriteUses(text, withoutDefined(counts, text), ({ name, given }) => {
    if (name.startsWith('begin:')) {
      const environment = long.has(name.slice(6)) ? 'longtable' : 'tabular';
      return `\\begin{${environment}}{${simplifyColumns(given.at(-1)!)}}`;
    }
    if (silent.has(name)) return '';
    if (name === 'tnote') return `\\textsuperscript{${given[0]}}`;
    return given.join(' / ').replace(/\s*\\\\\s*/g, ' ');
  }).replace(/\\end\{([A-Za-z]+\*?)\}/g, (whole, name: string) =>
    tables.has(name) ? `\\end{${long.has(name) ? 'longtable' : 'tabular'}}` : whole,
  );
}
