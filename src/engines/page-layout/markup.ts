import { escapeHtml } from '../../markup/escape-html.ts';
import type { Hyphens } from './hyphens.ts';
import type { Style, Word } from './page.ts';

interface Run {
  text: string;
  style: Style | undefined;
}

const alike = (a: Style | undefined, b: Style | undefined): boolean =>
  (a?.bold ?? false) === (b?.bold ?? false) &&
  (a?.italic ?? false) === (b?.italic ?? false) &&
  a?.link === b?.link;

function append(runs: Run[], text: string, style: Style | undefined): void {
  const last = runs.at(-1);
  if (last && alike(last.style, style)) last.text += text;
  else runs.push({ text, style });
}

const textOf = (line: readonly Word[]): string => line.map(word => word.text).join(' ');

/** Lines as one text, words that were parted at a line's end whole again. */
function runsOf(lines: readonly (readonly Word[])[], hyphens: Hyphens): Run[] {
  const runs: Run[] = [];
  let before = '';
  for (const line of lines) {
    const text = textOf(line);
    const joined = before === '' ? undefined : hyphens.joined(before, text);
    const last = runs.at(-1);
    if (joined !== undefined && last && joined.length < before.length + text.length)
      last.text = last.text.slice(0, -1);
    for (const [index, word] of line.entries()) {
      const style = word.style;
      const previous = runs.at(-1);
      if (previous && (index > 0 || joined === undefined))
        append(runs, ' ', alike(previous.style, style) ? style : undefined);
      append(runs, word.text, style);
    }
    before = joined ?? text;
  }
  return runs;
}

function marked({ text, style }: Run, plain: boolean): string {
  let html = escapeHtml(text);
  if (style?.italic && !plain) html = `<em>${html}</em>`;
  if (style?.bold && !plain) html = `<strong>${html}</strong>`;
  return style?.link ? `<a href="${escapeHtml(style.link)}">${html}</a>` : html;
}

/** A paragraph's lines as HTML, without their first `skip` characters; `plain` where all of it is set apart anyway. */
export function markup(
  lines: readonly (readonly Word[])[],
  hyphens: Hyphens,
  { skip = 0, plain = false }: { skip?: number; plain?: boolean } = {},
): string {
  let left = skip;
  return runsOf(lines, hyphens)
    .map(run => {
      const cut = Math.min(left, run.text.length);
      left -= cut;
      return { ...run, text: run.text.slice(cut) };
    })
    .filter(run => run.text !== '')
    .map(run => marked(run, plain))
    .join('');
}

export const plainText = (lines: readonly (readonly Word[])[], hyphens: Hyphens): string =>
  runsOf(lines, hyphens)
    .map(run => run.text)
    .join('');
