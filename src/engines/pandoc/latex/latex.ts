import { writeAlgorithms } from './algorithms.ts';
import { definitions } from './definitions.ts';
import { simplifyEnvironments } from './environments.ts';
import { keepOwnLabels, simplifyLabels } from './lists.ts';
import { simplifyReferences } from './references.ts';
import { simplifyTables } from './tables.ts';
import { putBackLiterals, takeOutLiterals } from './verbatim.ts';

/** Makes a LaTeX file such that Pandoc reads all of its text. */
export function makeLatexReadable(source: string): string {
  const { text, parts } = takeOutLiterals(source);
  const simple = simplifyReferences(simplifyTables(simplifyEnvironments(writeAlgorithms(text))));
  const readable = keepOwnLabels(simplifyLabels(simple))
    .replace(/\\hspace\*?\{[^{}]*\}/g, '\\ ')
    // The title of a slide would be joined to its text.
    .replace(/(\\begin\{frame\}(?:<[^>]*>)?(?:\[[^\]]*\])?)\{/g, '$1\n\n\\subsection*{')
    .replace(/(\\begin\{thebibliography\})\{[^{}]*\}/g, '$1')
    .replace(/\\bibitem(?:\[[^\]]*\])?\{([^{}]*)\}/g, '\n\n[$1] ');
  return definitions + putBackLiterals(readable, parts);
}
