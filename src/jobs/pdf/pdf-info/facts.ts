import { measurePaper, paperNames } from '../../../engines/paper.ts';
import type { DescribedPage } from '../../../engines/pikepdf/engine.ts';

/** By how many points a page may differ from a paper size that it is said to have. */
const tolerance = 3;

/** Returns the name of the paper that a page has, upright or not. */
function findPaper({ width, height }: DescribedPage): string | undefined {
  const sides = [width, height].sort((a, b) => a - b);
  return paperNames.find(name =>
    measurePaper(name).every((side, index) => Math.abs(side - sides[index]!) <= tolerance),
  );
}

/**
 * Returns what the described pages contain and the form of the first one. The names and values are those of the conditions of steps in
 * recipes, which are compared with them.
 */
export function summarisePages(pages: readonly DescribedPage[]): Record<string, string | number | boolean> {
  const [first] = pages;
  const paper = first && findPaper(first);
  return {
    hasText: pages.some(({ text }) => text !== 'none'),
    hasImages: pages.some(({ pictures }) => pictures > 0),
    ...(first && {
      orientation: first.width > first.height ? 'landscape' : 'portrait',
      rotation: first.rotation,
    }),
    ...(paper !== undefined && { pageSize: paper }),
  };
}
