import { JobFailure } from '../../contract/failure.ts';
import type { ConversionOptions } from '../conversion-options.ts';
import { parsePages } from '../page-spans.ts';
import { asksForPaper, readPaper } from '../paper.ts';
import { runProgram } from '../program.ts';
import { addContents } from './contents.ts';
import { showPage } from './engine.ts';
import type { PageBehaviour } from './page.ts';
import { pixelsPerPoint, printPage } from './print.ts';
import { printOnOnePage } from './single-page.ts';
import type { Site } from './site/site.ts';

export interface PrintSiteOptions
  extends Pick<ConversionOptions, 'pageSize' | 'orientation' | 'margins' | 'pages'>,
    PageBehaviour {
  scale?: number;
  header?: string;
  footer?: string;
  media?: 'print' | 'screen';
  background?: boolean;
  outline?: boolean;
  tagged?: boolean;
  javascript?: boolean;
  /** Whether one page holds everything. */
  singlePage?: boolean;
  /** Whether a table of contents comes first. */
  toc?: boolean;
  dir: string;
}

async function countPages(path: string, dir: string): Promise<number> {
  const { stdout } = await runProgram('pdfinfo', [path], { cwd: dir });
  return Number(/^Pages:\s+(\d+)/m.exec(stdout.toString('utf8'))?.[1] ?? 0);
}

/** Writes a selection as the browser reads it: counted from the start. */
function countFromStart(pages: string, count: number): string {
  const resolvePage = (page: number) => (page < 0 ? count + 1 + page : page);
  const spans = parsePages(pages).map(span => span.map(resolvePage) as [number, number]);
  if (spans.some(([first, last]) => first < 1 || last > count || first > last))
    throw new JobFailure('page_missing', `pages ${pages} of a document of ${count}`);
  return spans.map(([first, last]) => `${first}-${last}`).join(',');
}

/** Prints a site's page as a PDF. */
export async function printSite(
  site: Site,
  output: string,
  options: PrintSiteOptions,
): Promise<{ pages: number; missing: string[] }> {
  const { media = 'print', javascript = true, scale = 1, pages, header, footer, dir } = options;
  const paper = readPaper(options);
  const { width, height, margins } = paper;
  const settings = {
    paper,
    insistsOnPaper: asksForPaper(options),
    scale,
    ...{
      background: options.background ?? true,
      outline: options.outline ?? true,
      tagged: options.tagged ?? true,
    },
    ...{ header, footer },
  };
  const window = {
    // Scripts that measure the window find the width that the text has on paper.
    width: Math.round(((width - margins.left - margins.right) * pixelsPerPoint) / scale),
    height: Math.round(((height - margins.top - margins.bottom) * pixelsPerPoint) / scale),
  };
  const shown = { ...options, site, ...window, deviceScale: 1, media, javascript };
  return showPage(shown, dir, async page => {
    if (options.toc) await addContents(page);
    if (options.singlePage) {
      await printOnOnePage(page, settings, async sheet => {
        await printPage(page, output, sheet);
        return (await countPages(output, dir)) === 1;
      });
      return { pages: 1, missing: page.missing };
    }
    await printPage(page, output, settings);
    let count = await countPages(output, dir);
    if (pages !== undefined) {
      await printPage(page, output, { ...settings, pages: countFromStart(pages, count) });
      count = await countPages(output, dir);
    }
    return { pages: count, missing: page.missing };
  });
}
