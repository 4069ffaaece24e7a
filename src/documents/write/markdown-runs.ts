import type { Run } from '../model.ts';

/**
 * Signs that Markdown would take for its own: a backslash before a sign, underscores beside words, and the bracket that could end
 * the text of a link. The end of a text counts as if a sign followed.
 */
const ownSigns = /\\(?=[!-/:-@[-`{-~]|$)|[`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\](?=[([:]|$)/gu;

/**
 * Escapes only what needs it, so that a search for the words as they are printed finds them. Programs that remove tags remove what
 * follows any `<`, so that is always escaped.
 */
export const escapeText = (text: string): string => text.replace(ownSigns, '\\$&').replaceAll('<', '&lt;');

/** Escapes the text of a link or picture, in which every bracket counts. */
export const escapeLabel = (text: string): string =>
  text.replace(/[\\`*_[\]]/g, '\\$&').replaceAll('<', '&lt;');

function wrap(text: string, sign: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === '' ? text : `${before}${sign}${inner}${sign}${after}`;
}

export function formatRuns(runs: readonly Run[]): string {
  return runs
    .map((run, at) => {
      // A formula is written once for all its runs.
      if (run.latex !== undefined) return runs[at - 1]?.latex === run.latex ? '' : `$${run.latex}$`;
      // Subscripts are written as plain text: H2O is found and understood without tags, while a power is not.
      if (run.superscript)
        return /^\s*$/.test(run.text) ? run.text : `<sup>${escapeText(run.text.trim())}</sup>`;
      if (run.code) return run.text.includes('`') ? escapeText(run.text) : wrap(run.text, '`');
      let text = run.link === undefined ? escapeText(run.text) : escapeLabel(run.text);
      if (run.italic) text = wrap(text, '*');
      if (run.bold) text = wrap(text, '**');
      return run.link === undefined
        ? text
        : `[${text}](${run.link.replace(/[\s()<>]/g, encodeURIComponent)})`;
    })
    .join('')
    .trim();
}
