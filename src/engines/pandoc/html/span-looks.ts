import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

type Span = [[string, string[], [string, string][]], unknown[]];

const looks: [RegExp, string][] = [
  [/font-weight\s*:\s*(?:bold|[6-9]00)/i, 'Strong'],
  [/font-style\s*:\s*(?:italic|oblique)/i, 'Emph'],
  [/text-decoration(?:-line)?\s*:[^;]*line-through/i, 'Strikeout'],
  [/vertical-align\s*:\s*super/i, 'Superscript'],
  [/vertical-align\s*:\s*sub(?!p|er)/i, 'Subscript'],
];

/** Makes text strong, and so on, which is so by the style of its span, as mail programs and editors on pages write it. */
export function markLooks(document: PandocDocument): void {
  for (const { t, c } of walkNodes(document.blocks)) {
    if (t !== 'Span') continue;
    const span = c as Span;
    const style = span[0][2].find(([name]) => name === 'style')?.[1];
    if (style === undefined) continue;
    for (const [pattern, mark] of looks) if (pattern.test(style)) span[1] = [{ t: mark, c: span[1] }];
  }
}
