import { writeAlgorithms } from './algorithms.ts';
import { definitions } from './definitions.ts';
import { simplifyEnvironments } from './environments.ts';
import { numberEquations, resolveEquations } from './equations.ts';
import { keepOwnLabels, simplifyLabels } from './lists.ts';
import { simplifyReferences } from './references.ts';
import { simplifyTables } from './tables.ts';
import { putBackLiterals, takeOutLiterals } from './verbatim.ts';

/** Languages of babel, in which LaTeX writes the date. */
const languages = { german: 'de', french: 'fr', spanish: 'es', italian: 'it', british: 'en-GB' } as const;

/** Writes the date of today, as LaTeX does in the language of the text. */
function writeToday(text: string): string {
  const given = /\\usepackage\s*\[([^\]]*)\]\s*\{babel\}/.exec(text)?.[1] ?? '';
  const [, language] = Object.entries(languages).find(([name]) => given.includes(name)) ?? [];
  return new Intl.DateTimeFormat(language ?? 'en-US', { dateStyle: 'long' }).format();
}

/** Makes a LaTeX file such that Pandoc reads all of its text. */
export function makeLatexReadable(source: string): string {
  const { text: whole, parts } = takeOutLiterals(source);
  const { text, numbers } = numberEquations(whole);
  const simple = simplifyReferences(simplifyTables(simplifyEnvironments(writeAlgorithms(text))));
  const readable = keepOwnLabels(simplifyLabels(simple))
    .replace(/\\today(?![a-zA-Z])/g, writeToday(text))
    .replace(/\\hspace\*?\{[^{}]*\}/g, '\\ ')
    // The title of a slide would be joined to its text.
    .replace(/(\\begin\{frame\}(?:<[^>]*>)?(?:\[[^\]]*\])?)\{/g, '$1\n\n\\subsection*{')
    .replace(/(\\begin\{thebibliography\})\{[^{}]*\}/g, '$1')
    .replace(/\\bibitem(?:\[[^\]]*\])?\{([^{}]*)\}/g, '\n\n[$1] ');
  return definitions + putBackLiterals(resolveEquations(readable, numbers), parts);
}
