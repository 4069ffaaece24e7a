import { expect, test } from 'vitest';
import { pages, readPage } from './pages.ts';

test.each(Object.entries(pages))(
  'docs/%s matches the declarations (npx node tests/docs/pages.ts regenerates it)',
  async (page, render) => {
    expect(readPage(page).made).toBe(await render());
  },
);
