import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

interface Citation {
  citationId: string;
  citationSuffix: unknown[];
}

/** Writes citations as the keys of their works in brackets, as the works themselves are listed. */
export function showCitationKeys(document: PandocDocument): void {
  for (const { t, c } of walkNodes(document.blocks)) {
    if (t !== 'Cite') continue;
    const cited = (c as [Citation[], unknown[]])[0];
    const parts = cited.flatMap(({ citationId, citationSuffix: suffix }, index) => [
      { t: 'Str', c: `${index ? ', ' : ''}${citationId}` },
      ...(suffix.length ? [{ t: 'Str', c: ', ' }, ...suffix] : []),
    ]);
    (c as unknown[])[1] = [{ t: 'Str', c: '[' }, ...parts, { t: 'Str', c: ']' }];
  }
}
