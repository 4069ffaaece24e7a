/** Environments of one formula, and those with a number for each line. */
const whole = ['equation', 'multline'];
const byLine = ['align', 'gather', 'eqnarray', 'flalign', 'alignat'];
/** A comment, a heading that may begin a new count, or the start of a numbered formula. */
const token = new RegExp(
  String.raw`(?<!\\)%[^\n]*|\\(chapter|section)(?=\s*[[{])|\\begin\{(${[...whole, ...byLine].join('|')})\}`,
  'g',
);
/** Numbers that cannot be counted here: 1a and 1b, and counts that the author sets. */
const countsOtherwise = /\\begin\{subequations\}|\\(?:set|addto)counter\{equation\}/;

/** Finds the heading with which the count of formulas begins again. */
function findReset(text: string): 'chapter' | 'section' | undefined {
  if (/\\(?:numberwithin|counterwithin)\*?\{equation\}\{section\}/.test(text)) return 'section';
  return /\\documentclass\s*(?:\[[^\]]*\])?\s*\{(?:[a-z]*book|[a-z]*report|memoir)\}/.test(text)
    ? 'chapter'
    : undefined;
}

/** Splits a formula at the ends of its lines, except those of matrices and the like in it. */
function splitLines(body: string): string[] {
  const lines = [''];
  let depth = 0;
  for (const [part] of body.matchAll(/\\begin\{[^{}]*\}|\\end\{[^{}]*\}|\\\\|\\.|[{}]|[^\\{}]+|\\/gs)) {
    if (part === '{' || part.startsWith('\\begin{')) depth++;
    if (part === '}' || part.startsWith('\\end{')) depth--;
    if (part === '\\\\' && depth <= 0) lines.push('');
    else lines[lines.length - 1] += part;
  }
  return lines;
}

/** Writes the numbers of formulas beside them, as LaTeX prints them, and notes those that have a label. */
export function numberEquations(text: string): { text: string; numbers: Map<string, string> } {
  const numbers = new Map<string, string>();
  if (countsOtherwise.test(text)) return { text, numbers };
  const reset = findReset(text);
  let [count, headings] = [0, 0];
  const numberLine = (line: string): string => {
    const own = /\\tag\*?\{([^{}]*)\}/.exec(line)?.[1];
    const isNumbered = own !== undefined || !/\\(?:nonumber|notag)(?![a-zA-Z])/.test(line);
    if (line.trim() === '' || !isNumbered) return line;
    const number = own ?? `${reset ? `${headings}.` : ''}${++count}`;
    for (const [, label = ''] of line.matchAll(/\\label\{([^{}]*)\}/g)) numbers.set(label.trim(), number);
    const shown = line.replace(/\\tag\*?\{[^{}]*\}|\\label\{[^{}]*\}/g, '');
    return `${shown.trimEnd()} \\;\\;\\;\\; (${number})${/\s*$/.exec(shown)?.[0] ?? ''}`;
  };
  let result = '';
  let done = 0;
  for (const { 0: found, 1: heading, 2: name, index } of text.matchAll(token)) {
    if (index < done) continue;
    if (heading === reset && reset) [count, headings] = [0, headings + 1];
    if (name === undefined) continue;
    const start = index + found.length;
    const end = text.indexOf(`\\end{${name}}`, start);
    if (end < 0) break;
    const body = text.slice(start, end);
    const lines = whole.includes(name) ? [body] : splitLines(body);
    result += text.slice(done, start) + lines.map(numberLine).join('\\\\');
    done = end;
  }
  return { text: result + text.slice(done), numbers };
}

/** Writes references to formulas as their numbers. */
export const resolveEquations = (text: string, numbers: ReadonlyMap<string, string>): string =>
  text.replace(/\\(eqref|ref)\{([^{}]*)\}/g, (command, kind, label) => {
    const number = numbers.get((label as string).trim());
    return number === undefined ? command : kind === 'eqref' ? `(${number})` : number;
  });
