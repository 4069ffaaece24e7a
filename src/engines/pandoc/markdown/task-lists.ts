import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

type Inline = { t: string; c?: unknown };

const isText = (inline: Inline | undefined, text: string): boolean =>
  inline?.t === 'Str' && (inline.c as string).toLowerCase() === text;

/**
 * Turns the boxes of a list of tasks into check marks, which Pandoc reads only where lists may not count by letters.
 */
export function tickTasks(document: PandocDocument): void {
  for (const { t, c } of walkNodes(document.blocks)) {
    if (t !== 'BulletList') continue;
    for (const [first] of c as { t: string; c: Inline[] }[][]) {
      if (first?.t !== 'Plain' && first?.t !== 'Para') continue;
      const [one, two, three] = first.c;
      if (isText(one, '[x]')) first.c.splice(0, 1, { t: 'Str', c: '☒' });
      else if (isText(one, '[') && two?.t === 'Space' && isText(three, ']'))
        first.c.splice(0, 3, { t: 'Str', c: '☐' });
    }
  }
}
