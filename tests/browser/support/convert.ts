import type { Page } from 'playwright-core';
import { row } from './files.ts';

/** Does what people do on the Convert page. */
export function operateConvert(page: Page) {
  return {
    /** Chooses what becomes of a file. */
    async choose(name: string, target: string): Promise<void> {
      await page.getByRole('button', { name: new RegExp(`^Action for ${name}`) }).click();
      await page.getByRole('combobox').fill(target);
      await page.keyboard.press('Enter');
    },
    /** Removes all files from the list. */
    async clear(): Promise<void> {
      // The page may still be loading, and hears no key until then.
      await page.getByRole('main').waitFor();
      const remove = page.getByRole('button', { name: /^Remove: / });
      while ((await remove.count()) > 0) await remove.first().click();
    },
    convert: (): Promise<void> => page.getByRole('button', { name: /^Convert( \d+)?$/ }).click(),
    /** Waits until the result with this name can be downloaded. */
    finished: (name: string): Promise<void> =>
      row(page, name).getByRole('button', { name: 'Download' }).first().waitFor(),
  };
}
