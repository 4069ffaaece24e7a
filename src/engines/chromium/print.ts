import { open } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import type { Paper } from '../paper.ts';
import { CommandRefused } from './connection.ts';
import type { Page } from './page.ts';

export interface PrintOptions {
  paper: Paper;
  /** Whether the paper takes precedence over the size and margins that the page's own styles ask for. */
  insistsOnPaper: boolean;
  scale: number;
  background: boolean;
  outline: boolean;
  tagged: boolean;
  header?: string | undefined;
  footer?: string | undefined;
  /** Pages and ranges in ascending order. */
  pages?: string | undefined;
}

/** CSS pixels in a point. */
export const pixelsPerPoint = 96 / 72;

const toInches = (points: number): number => points / 72;
/** The browser makes paper larger by up to a point, unless it has whole points. */
const roundPaper = (paper: Paper): Paper => ({
  ...paper,
  width: Math.round(paper.width),
  height: Math.round(paper.height),
});
const chunkBytes = 8 * 1024 * 1024;

/** Gives a template the width of the text and a size that can be read: the browser's own is next to nothing. */
const frameTemplate = (template: string | undefined, { margins }: Paper): string =>
  template === undefined
    ? '<span></span>'
    : `<div style="box-sizing:border-box;width:100%;padding:0 ${margins.right}pt 0 ${margins.left}pt;font:9px 'Liberation Sans',sans-serif">${template}</div>`;

async function saveStream(page: Page, handle: string, output: string): Promise<void> {
  const file = await open(output, 'w');
  try {
    for (let isEnd = false; !isEnd; ) {
      const { data, base64Encoded, eof } = await page.send<{
        data: string;
        base64Encoded?: boolean;
        eof: boolean;
      }>('IO.read', { handle, size: chunkBytes });
      await file.write(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
      isEnd = eof;
    }
  } finally {
    await file.close();
  }
  await page.send('IO.close', { handle });
}

/** Prints a page that is ready as a PDF. */
export async function printPage(page: Page, output: string, options: PrintOptions): Promise<void> {
  const { insistsOnPaper, header, footer, pages } = options;
  const paper = roundPaper(options.paper);
  const { width, height, margins } = paper;
  if (insistsOnPaper) await overrideOwnPaper(page, paper);
  try {
    const { stream } = await page.send<{ stream: string }>('Page.printToPDF', {
      ...{ paperWidth: toInches(width), paperHeight: toInches(height) },
      ...{ marginTop: toInches(margins.top), marginBottom: toInches(margins.bottom) },
      ...{ marginLeft: toInches(margins.left), marginRight: toInches(margins.right) },
      preferCSSPageSize: !insistsOnPaper,
      scale: options.scale,
      printBackground: options.background,
      displayHeaderFooter: header !== undefined || footer !== undefined,
      headerTemplate: frameTemplate(header, paper),
      footerTemplate: frameTemplate(footer, paper),
      ...(pages !== undefined && { pageRanges: pages }),
      generateTaggedPDF: options.tagged,
      generateDocumentOutline: options.outline,
      transferMode: 'ReturnAsStream',
    });
    await saveStream(page, stream, output);
  } catch (error) {
    if (error instanceof CommandRefused && /page range/i.test(error.message))
      throw new JobFailure('page_missing', error.message);
    throw error;
  }
}

/**
 * Sets the paper in a style, because margins that a page's own styles ask for would otherwise win. An earlier style of this kind is
 * removed: of several important rules for paper, the browser takes the first.
 */
const overrideOwnPaper = (page: Page, { width, height, margins }: Paper): Promise<unknown> =>
  page.evaluate(`(() => {
    document.getElementById('filemill-paper')?.remove();
    const style = document.createElement('style');
    style.id = 'filemill-paper';
    style.textContent = '@page { size: ${width}pt ${height}pt !important; margin: ${margins.top}pt ${margins.right}pt ${margins.bottom}pt ${margins.left}pt !important }';
    document.documentElement.append(style);
  })()`);
