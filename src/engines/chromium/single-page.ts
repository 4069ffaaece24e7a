import { JobFailure } from '../../contract/failure.ts';
import type { Paper } from '../paper.ts';
import type { Page } from './page.ts';
import { type PrintOptions, pixelsPerPoint } from './print.ts';

/** Points on a side of the largest page that every reader of PDF shows. */
const maxPoints = 14_400;

/** The browser lays out paper a little differently from the window, so the page may need to be longer than measured. */
const stretches = [1, 1.01, 1.05, 1.2];

/**
 * Removes the page's own breaks and measures it in CSS pixels. Its width is 0 if it fits the window. The element of a short page
 * may be as high as the window, so its content is measured instead.
 */
const measureUnbroken = (page: Page): Promise<{ width: number; height: number }> =>
  page.evaluate(`(() => {
    const style = document.createElement('style');
    style.textContent = '* { break-before: auto !important; break-after: auto !important; page: auto !important }';
    const root = document.documentElement;
    root.append(style);
    const body = document.body ?? root;
    const content = document.createRange();
    content.selectNodeContents(body);
    const { marginBottom, paddingBottom, borderBottomWidth } = getComputedStyle(body);
    const below = [marginBottom, paddingBottom, borderBottomWidth].reduce((sum, side) => sum + parseFloat(side), 0);
    return {
      width: root.scrollWidth > innerWidth ? root.scrollWidth : 0,
      height: root.scrollHeight > innerHeight ? root.scrollHeight : content.getBoundingClientRect().bottom + below,
    };
  })()`);

/**
 * Prints a page on one sheet that is as long as its content and at least as wide as the paper. `print` tells
 * whether one sheet was enough.
 */
export async function printOnOnePage(
  page: Page,
  settings: PrintOptions,
  print: (settings: PrintOptions) => Promise<boolean>,
): Promise<void> {
  const { scale, paper } = settings;
  const { margins } = paper;
  const content = await measureUnbroken(page);
  const toPoints = (pixels: number): number => Math.ceil((pixels * scale) / pixelsPerPoint) + 1;
  for (const stretch of stretches) {
    const sheet: Paper = {
      width: content.width > 0 ? toPoints(content.width) + margins.left + margins.right : paper.width,
      height: toPoints(content.height * stretch) + margins.top + margins.bottom,
      margins,
    };
    if (Math.max(sheet.width, sheet.height) > maxPoints) break;
    if (await print({ ...settings, paper: sheet, insistsOnPaper: true })) return;
  }
  throw new JobFailure('sheet_too_large', `${content.width} by ${content.height} pixels`);
}
