import type { Run } from '../model.ts';

export const escapeText = (text: string): string =>
  text.replace(/[\\`*_[\]]/g, '\\$&').replaceAll('<', '&lt;');
function wrap(text: string, sign: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === '' ? text : `${before}${sign}${inner}${sign}${after}`;
}

export function formatRuns(runs: readonly Run[]): string {
  return runs
    .map(run => {
      // Lowered characters are plain: H2O is found and understood without tags, while a power is not.
      if (run.superscript)
        return /^\s*$/.test(run.text) ? run.text : `<sup>${escapeText(run.text.trim())}</sup>`;
      if (run.code) return run.text.includes('`') ? escapeText(run.text) : wrap(run.text, '`');
      let text = escapeText(run.text);
      if (run.italic) text = wrap(text, '*');
      if (run.bold) text = wrap(text, '**');
      return run.link === undefined
        ? text
        : `[${text}](${run.link.replace(/[\s()<>]/g, encodeURIComponent)})`;
    })
    .join('')
    .trim();
}
