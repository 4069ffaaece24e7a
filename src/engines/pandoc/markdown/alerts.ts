import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

interface Inline {
  t: string;
  c?: unknown;
}

const mark = /^\[!(\w+)\][+-]?$/;

const isBreak = ({ t }: Inline): boolean => t === 'SoftBreak' || t === 'LineBreak';

/** Gives an alert, a quotation that begins with a mark such as `[!NOTE]`, its title in bold as GitHub and Obsidian show it. */
export function nameAlerts({ blocks }: PandocDocument): void {
  for (const { t, c } of walkNodes(blocks)) {
    if (t !== 'BlockQuote') continue;
    const quoted = c as { t: string; c: Inline[] }[];
    const [first] = quoted;
    const kind = first?.t === 'Para' && first.c[0]?.t === 'Str' && mark.exec(first.c[0].c as string)?.[1];
    if (!first || !kind) continue;
    const end = first.c.findIndex(isBreak);
    const given = first.c
      .slice(1, end < 0 ? undefined : end)
      .filter((inline, at) => at > 0 || inline.t !== 'Space');
    const title = given.length
      ? given
      : [{ t: 'Str', c: kind[0]!.toUpperCase() + kind.slice(1).toLowerCase() }];
    const rest = end < 0 ? [] : [{ t: 'Para', c: first.c.slice(end + 1) }];
    quoted.splice(0, 1, { t: 'Para', c: [{ t: 'Strong', c: title }] }, ...rest);
  }
}
