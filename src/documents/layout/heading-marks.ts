import type { Tag } from '../source.ts';

/**
 * Returns the level of a heading tag. That of `H` depends on its nesting, which a single page does not show.
 */
function readLevel(type: string): number | undefined {
  if (type === 'Title') return 1;
  const level = /^H([1-6])$/.exec(type)?.[1];
  return level === undefined ? (type === 'H' ? 2 : undefined) : Number(level);
}

/** Finds the marked-content ids of headings on a page, with their levels. */
export function findHeadingMarks(tags: readonly Tag[]): Map<number, number> {
  const found = new Map<number, number>();
  const visit = (tag: Tag, outer: number | undefined): void => {
    const level = readLevel(tag.type) ?? outer;
    if (level !== undefined) for (const mark of tag.marks) found.set(mark, level);
    for (const child of tag.children) visit(child, level);
  };
  for (const tag of tags) visit(tag, undefined);
  return found;
}
