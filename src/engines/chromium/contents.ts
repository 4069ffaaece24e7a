import type { Page } from './page.ts';

/** Puts a list of the headings with links to them on a page of its own before everything else. */
export const addContents = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const nav = document.createElement('nav');
    nav.style.breakAfter = 'page';
    for (const [index, heading] of [...document.querySelectorAll('h1, h2, h3')].entries()) {
      const text = heading.textContent.trim();
      if (!text) continue;
      heading.id ||= 'filemill-heading-' + index;
      const line = nav.appendChild(document.createElement('div'));
      line.style.cssText = 'margin: .2em 0 .2em ' + 1.5 * (heading.localName[1] - 1) + 'em';
      const link = line.appendChild(document.createElement('a'));
      link.href = '#' + encodeURIComponent(heading.id);
      link.textContent = text;
      link.style.cssText = 'color: inherit; text-decoration: none';
    }
    if (nav.hasChildNodes()) document.body?.prepend(nav);
  })()`);
