/** Iterates over a paged list. A page is fetched when its items are needed. */
export async function* walkPages<Page extends { nextCursor: string | null }, Item>(
  fetchPage: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield* itemsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

export interface PageQuery {
  limit?: number;
  cursor?: string;
}
