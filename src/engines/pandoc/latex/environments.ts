import { rewriteUses } from './arguments.ts';

/** Replaces the environments of a name by what a function makes of their content. */
export function replaceEnvironments(
  text: string,
  name: string,
  replace: (content: string) => string,
): string {
  const [opening, closing] = [`\\begin{${name}}`, `\\end{${name}}`];
  let [result, done] = ['', 0];
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, done)) {
    const end = text.indexOf(closing, at);
    if (end < 0) break;
    result += text.slice(done, at) + replace(text.slice(at + opening.length, end));
    done = end + closing.length;
  }
  return result + text.slice(done);
}

/** Environments whose arguments Pandoc prints as text, and the number of these arguments. */
const arranging = new Map([
  ...['multicols', 'multicols*', 'adjustbox', 'spacing', 'column', 'varwidth', 'otherlanguage'].map(
    name => [`begin:${name}`, 1] as const,
  ),
  ...['adjustwidth', 'adjustwidth*', 'changemargin'].map(name => [`begin:${name}`, 2] as const),
]);

/** Figures and tables that Pandoc does not know, with the number of their arguments and the environment it knows. */
const floats = new Map<string, [number, string]>([
  ['figure*', [0, 'figure']],
  ['wrapfigure', [2, 'figure']],
  ['floatingfigure', [1, 'figure']],
  ['sidewaysfigure', [0, 'figure']],
  ['sidewaysfigure*', [0, 'figure']],
  ['SCfigure', [0, 'figure']],
  ['SCfigure*', [0, 'figure']],
  ['table*', [0, 'table']],
  ['wraptable', [2, 'table']],
  ['sidewaystable', [0, 'table']],
  ['sidewaystable*', [0, 'table']],
]);
const floatCounts = new Map([...floats].map(([name, [count]]) => [`begin:${name}`, count]));

const captionCount = new Map([
  ['caption', 1],
  ['caption*', 1],
]);
const partCount = new Map([
  ['begin:subfigure', 1],
  ['begin:subtable', 1],
  ['begin:minipage', 1],
  ['subfloat', 1],
  ['subfigure', 1],
  ['captionof', 2],
]);

/** Writes captions as paragraphs of their own. */
export const separateCaptions = (text: string): string =>
  rewriteUses(text, captionCount, ({ given }) => `\n\n${given[0]}\n\n`);

/** Pandoc reads a figure that has one picture and nothing else: it drops the caption of every other one. */
function unwrapFigure(content: string): string {
  if (/^(?:(?!\\(?:begin|sub)).)*\\includegraphics(?:(?!\\(?:begin|sub|includegraphics)).)*$/s.test(content))
    return `\\begin{figure}${content}\\end{figure}`;
  const parts = rewriteUses(content, partCount, ({ name, given, options }) => {
    if (name === 'captionof') return `\n\n${given[1]}\n\n`;
    return name.startsWith('begin:') ? '\n\n' : `\n\n${given[0]}\n\n${options.at(-1) ?? ''}\n\n`;
  }).replace(/\\end\{(?:subfigure|subtable|minipage)\}/g, '\n\n');
  return `\n\n${separateCaptions(parts).replace(/^\s*\[[^\]]*\]/, '')}\n\n`;
}

/** Makes figures, tables and other environments such that Pandoc keeps their captions and text. */
export function simplifyEnvironments(text: string): string {
  let simple = rewriteUses(text, arranging, ({ name }) => `\\${name.replace(':', '{')}}`);
  simple = rewriteUses(simple, floatCounts, ({ name }) => `\\begin{${floats.get(name.slice(6))![1]}}`);
  simple = simple.replace(/\\end\{([A-Za-z]+\*?)\}/g, (given, name: string) =>
    floats.has(name) ? `\\end{${floats.get(name)![1]}}` : given,
  );
  return replaceEnvironments(simple, 'figure', unwrapFigure);
}
