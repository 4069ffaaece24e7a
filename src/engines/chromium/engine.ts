import { withBrowser } from './browser.ts';
import { type Page, type PageOptions, withPage } from './page.ts';

export { warmBrowser } from './browser.ts';
export { captureArea, measureElement, measurePage } from './capture.ts';
export type { Page } from './page.ts';
export { openSite } from './site/open.ts';

/** Shows a page in this host's browser to `work`. */
export const showPage = <T>(
  options: PageOptions,
  dir: string,
  work: (page: Page) => Promise<T>,
): Promise<T> =>
  withBrowser(dir, options.site.isOnWeb ?? false, connection => withPage(connection, options, work));
