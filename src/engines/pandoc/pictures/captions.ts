import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

type Inline = { t: string; c: unknown };

/** Writes the captions of figures below them, for writers that print only the picture. */
export function writeCaptionsBelow(document: PandocDocument): void {
  for (const node of walkNodes(document.blocks)) {
    if (node.t !== 'Para') continue;
    const [image, ...others] = node.c as Inline[];
    if (image?.t !== 'Image' || others.length) continue;
    const [, text, target] = image.c as [unknown, Inline[], [string, string]];
    if (!target[1].startsWith('fig:') || !text.length) continue;
    target[1] = target[1].slice(4);
    const picture = { t: 'Para', c: [image] };
    Object.assign(node, {
      t: 'Div',
      c: [
        ['', [], []],
        [picture, { t: 'Para', c: text }],
      ],
    });
  }
}
