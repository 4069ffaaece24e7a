import { rewriteUses, type Use } from './arguments.ts';
import { replaceEnvironments, separateCaptions } from './environments.ts';

interface Statement {
  /** The number of arguments. */
  count: number;
  text: string;
  /** 1 if the lines after it are indented, -1 if it ends such lines, 0 for a line between others of both. */
  step?: 1 | 0 | -1;
}

const bold = (word: string) => `\\textbf{${word}}`;
const block = (word: string, end: string): Statement => ({
  count: 1,
  text: `${bold(word)} #1 ${bold(end)} `,
  step: 1,
});
const end = (word: string): Statement => ({ count: 0, text: bold(`end ${word}`), step: -1 });
const given = (word: string): Statement => ({ count: 1, text: `${bold(`${word}:`)} #1` });
const routine = (word: string): Statement => ({ count: 2, text: `${bold(word)} #1(#2)`, step: 1 });

/** Statements of pseudocode, each of which is a line, in the spelling of algpseudocode and algorithm2e. */
const lines: Record<string, Statement> = {
  State: { count: 0, text: '' },
  Statex: { count: 0, text: '' },
  If: block('if', 'then'),
  ElsIf: { ...block('else if', 'then'), step: 0 },
  ElseIf: { ...block('else if', 'then'), step: 0 },
  Else: { count: 0, text: `${bold('else')} `, step: 0 },
  EndIf: end('if'),
  For: block('for', 'do'),
  ForAll: block('for all', 'do'),
  ForEach: block('for each', 'do'),
  EndFor: end('for'),
  While: block('while', 'do'),
  EndWhile: end('while'),
  Repeat: { count: 0, text: `${bold('repeat')} `, step: 1 },
  Until: { count: 1, text: `${bold('until')} #1`, step: -1 },
  Loop: { count: 0, text: `${bold('loop')} `, step: 1 },
  EndLoop: end('loop'),
  Function: routine('function'),
  EndFunction: end('function'),
  Procedure: routine('procedure'),
  EndProcedure: end('procedure'),
  Require: { count: 0, text: `${bold('Require:')} ` },
  Ensure: { count: 0, text: `${bold('Ensure:')} ` },
  Return: { count: 0, text: `${bold('return')} ` },
  KwIn: given('Input'),
  KwOut: given('Output'),
  KwData: given('Data'),
  KwResult: given('Result'),
};
/** Commands within a line. */
const inline: Record<string, Statement> = {
  Comment: { count: 1, text: ' ▷ #1' },
  Call: { count: 2, text: '#1(#2)' },
  tcp: { count: 1, text: ' ▷ #1' },
  'tcp*': { count: 1, text: ' ▷ #1' },
  tcc: { count: 1, text: ' ▷ #1' },
};

/** The package `algorithmic` spells the same commands in capitals. */
const withCapitals = (statements: Record<string, Statement>): Map<string, Statement> =>
  new Map(
    Object.entries(statements).flatMap(([name, statement]) => [
      [name, statement],
      [name.toUpperCase(), statement],
    ]),
  );
const [ownLines, within] = [withCapitals(lines), withCapitals(inline)];
const counts = new Map([...ownLines, ...within].map(([name, { count }]) => [name, count]));

function writePseudocode(content: string): string {
  const hasEnds = /\\(?:End|END|Until|UNTIL)/.test(content);
  let depth = 0;
  const write = ({ name, given }: Use): string => {
    const { text, step } = ownLines.get(name) ?? within.get(name)!;
    const said = text.replace(/#(\d)/g, (_, index: string) => given[Number(index) - 1]!);
    if (!ownLines.has(name)) return said;
    if (hasEnds && step === -1) depth = Math.max(0, depth - 1);
    const indent = '~~~~'.repeat(step === 0 ? Math.max(0, depth - 1) : depth);
    if (hasEnds && step === 1) depth++;
    return `\\\\ ${indent}${said}`;
  };
  return rewriteUses(content, counts, write)
    .replace(/\\;/g, '\\\\ ')
    .replace(/^\s*\\\\/, '');
}

/** Writes pseudocode as lines of text: Pandoc knows none of its commands and drops their arguments. */
export function writeAlgorithms(text: string): string {
  let written = text;
  for (const name of ['algorithmic', 'algorithm', 'algorithm*', 'algorithm2e'])
    written = replaceEnvironments(written, name, content => {
      const body = content.replace(/^\s*\[[^\]]*\]/, '');
      return `\n\n${name === 'algorithmic' ? writePseudocode(body) : separateCaptions(writePseudocode(body))}\n\n`;
    });
  return written;
}
