import type { Box } from '../page-layout/page.ts';
import { type DrawnBox, findDrawings, TaskFailure } from '../pikepdf/engine.ts';

/** The rules, images and links on a page. */
export interface Drawn {
  /** Thin lines, horizontal or vertical. */
  rules: Box[];
  images: Box[];
  /** The links of the page; undefined where the file does not tell. */
  links?: Link[];
}

export interface Link extends Box {
  address: string;
}

const boxOf = ([left, top, right, bottom]: DrawnBox): Box => ({ left, top, right, bottom });

/**
 * Finds the rules and images of each page, in order. A file whose drawing cannot be read has none: its text is worth
 * having.
 */
export async function drawnOn(path: string, numbers: readonly number[]): Promise<Drawn[]> {
  try {
    const { pages } = await findDrawings({ inputs: [{ path }], pages: numbers });
    return pages.map(({ rules, images, links }) => ({
      rules: rules.map(boxOf),
      images: images.map(boxOf),
      links: links.map(([box, address]) => ({ ...boxOf(box), address })),
    }));
  } catch (error) {
    if (error instanceof TaskFailure && error.reason === 'unreadable_input')
      return numbers.map(() => ({ rules: [], images: [] }));
    throw error;
  }
}
