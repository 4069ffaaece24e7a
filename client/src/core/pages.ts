export interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** Iterates over a paged list. A page is fetched when its items are needed. */
export async function* walkPages<Page extends { nextCursor: string | null }, Item>(
  fetchPage: (query: PageQuery) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
  limit = 100,
): AsyncGenerator<Item> {
  let query: PageQuery | undefined = { limit };
  while (query) {
    const page: Page = await fetchPage(query);
    yield* itemsOf(page);
    query = page.nextCursor === null ? undefined : { limit, cursor: page.nextCursor };
  }
}
