import { copyFile, link, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLockedOldOffice } from '../../containers/office-locks.ts';
import { checkZip } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import type { Convert, Converted } from '../conversion.ts';
import type { ConversionOptions } from '../conversion-options.ts';
import { parsePages } from '../page-spans.ts';
import { asksForPaper, readPaper } from '../paper.ts';
import { runProgram } from '../program.ts';
import { asksForCalculation, listHiddenSheets } from '../spreadsheet/engine.ts';
import { admit, detectFormat } from './admit.ts';
import { isBlank } from './blank.ts';
import { filters } from './filters.ts';
import { hasPreview, savePreview } from './iwork.ts';
import { runOffice } from './office.ts';
import type { OfficeRequest } from './request.ts';
import { formatSlidesHtml, formatSlidesText, type Slide } from './slides.ts';
import { takeCellPictures } from './spreadsheets/cell-pictures.ts';
import { makeReadable } from './spreadsheets/served-tables.ts';

const kinds: Record<string, 'writer' | 'impress' | 'calc' | 'draw'> = {
  ...{ docx: 'writer', doc: 'writer', odt: 'writer', rtf: 'writer', wpd: 'writer', pages: 'writer' },
  ...{ pptx: 'impress', ppt: 'impress', odp: 'impress', key: 'impress' },
  ...{ xlsx: 'calc', xlsm: 'calc', xls: 'calc', xlsb: 'calc', ods: 'calc', numbers: 'calc' },
  vsdx: 'draw',
};

/** LibreOffice's number for PDF/A-2b. */
const archival = 2;

/** The name under which LibreOffice before 7.5 embeds a font of emoji without its pictures. */
const emojiFont = '+NotoColorEmoji';

function findPaper(options: ConversionOptions): OfficeRequest['paper'] {
  if (!asksForPaper(options)) return undefined;
  const { width, height, margins } = readPaper(options);
  return {
    ...(options.pageSize !== undefined ? { size: [width, height] as [number, number] } : {}),
    ...(options.orientation !== undefined ? { landscape: options.orientation === 'landscape' } : {}),
    ...(options.margins !== undefined ? { margins } : {}),
  };
}

/** Tells whether a selection counts pages from the end, which LibreOffice cannot. */
const countsFromEnd = (pages: string): boolean =>
  parsePages(pages).some(([first, last]) => first < 0 || last < -1);

/** Rewrites a selection that counts from the end, for a document of `count` pages. */
function countFromStart(pages: string, count: number): string {
  const resolvePage = (page: number): number => {
    const counted = page < 0 ? count + 1 + page : page;
    if (counted < 1) throw new JobFailure('page_missing', `pages ${pages} of a document of ${count}`);
    return counted;
  };
  return parsePages(pages)
    .map(span => span.map(resolvePage))
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(',');
}

/** Counts the pages that a selection must give, as far as it says. */
const findMinPages = (pages: string): number =>
  pages.split(',').reduce((sum, part) => {
    const [first, last] = part.split('-').map(Number);
    return sum + (part.includes('-') && last ? Math.abs(last - first!) + 1 : 1);
  }, 0);

async function countPages(path: string, dir: string): Promise<number> {
  const { stdout } = await runProgram('pdfinfo', [path], { cwd: dir });
  return Number(/^Pages:\s+(\d+)/m.exec(stdout.toString('utf8'))?.[1] ?? 0);
}

export const convert: Convert = async ({
  from,
  to,
  origin,
  stem,
  input,
  output,
  dir,
  options,
  progress,
  last,
  seen,
  aids,
}) => {
  const { password, sheet } = options;
  const kind = kinds[from]!;
  /** True if the output shows the last values of formulas, and not the formulas. */
  const values = last ? to === 'pdf' : seen?.formulas !== 'keep';
  const detected = await detectFormat(input, from);
  const table = kind === 'calc' ? await makeReadable(input, detected, stem, dir) : undefined;
  const within = table?.format ?? detected;
  const admitted = await admit(table?.path ?? input, within, { to, values }, password, dir);
  const isXlsx = within === 'xlsx' || within === 'xlsm';
  const entries = isXlsx ? await checkZip(admitted) : [];
  const calculates = isXlsx && (await asksForCalculation(admitted, entries));
  const hidden = isXlsx ? await listHiddenSheets(admitted, entries) : [];
  const cellPictures = isXlsx ? await takeCellPictures(admitted, entries, dir) : [];
  // The extension helps LibreOffice to tell one old format from another.
  const source = join(dir, `source.${within}`);
  await link(admitted, source).catch(() => copyFile(admitted, source));
  // A document that Pandoc has made has the paper of Pandoc's template, not one of its own.
  const ownPaper = origin === undefined || origin in kinds;
  const paper = findPaper(ownPaper || kind !== 'writer' ? options : { pageSize: 'a4', ...options });
  const toPdf = to === 'pdf';
  const asSlides = to === 'html' || to === 'txt';
  progress(10);
  const request = (target: string, pages: string | undefined): OfficeRequest => ({
    input: source,
    ...(within === 'html' ? { reader: `HTML (Star${kind === 'calc' ? 'Calc' : 'Writer'})` } : {}),
    output: target,
    filter: toPdf ? `${kind}_pdf_Export` : asSlides ? 'slides' : filters[to as keyof typeof filters],
    ...(to === 'html' ? { pictures: true } : {}),
    ...(password !== undefined ? { password } : {}),
    ...(paper ? { paper } : {}),
    ...(toPdf && options.pdfua === true ? { title: stem } : {}),
    ...(toPdf && kind === 'calc'
      ? {
          fit: options.orientation === undefined ? ('turn' as const) : ('keep' as const),
          fitRows: origin !== undefined && kinds[origin] !== 'calc',
        }
      : {}),
    ...(sheet !== undefined ? { sheet } : {}),
    ...(isXlsx ? { booleans: true, calculate: calculates, hidden, cellPictures } : {}),
    ...(toPdf
      ? {
          data: {
            ExportBookmarks: options.exportBookmarks !== false,
            // LibreOffice scales pictures down a pixel at a time: a slide show took minutes.
            ReduceImageResolution: false,
            Quality: 90,
            ...(options.pdfa === true ? { SelectPdfVersion: archival } : {}),
            ...(options.pdfua === true ? { PDFUACompliance: true, UseTaggedPDF: true } : {}),
            ...(pages ? { PageRange: pages } : {}),
          },
        }
      : {}),
  });
  let pages = options.pages?.replaceAll(' ', '');
  if (pages && countsFromEnd(pages)) {
    const whole = join(dir, 'whole.pdf');
    await runOffice(request(whole, undefined), dir);
    pages = countFromStart(pages, await countPages(whole, dir));
  }
  const target = asSlides ? join(dir, 'slides.json') : output;
  const leftOut = await runOffice(request(target, pages), dir).catch(async error => {
    // An empty selection makes the export fail: the document has been read by then.
    const reading = error instanceof JobFailure && error.reason === 'unreadable_input';
    if (reading && pages && /IOException|ErrorCode/.test(error.detail))
      throw new JobFailure('page_missing', error.detail);
    if (reading && hasPreview(within)) {
      await savePreview(source, output);
      return [];
    }
    // LibreOffice reports a lock that it does not know as a file that it cannot read.
    if (reading && ['doc', 'xls'].includes(within) && (await isLockedOldOffice(source, within)))
      throw new JobFailure(password === undefined ? 'password_required' : 'locked_unknown', error.detail);
    throw error;
  });
  if (asSlides) return [{ ...(await writeSlides(dir, to, stem, output)), warnings: leftOut }];
  if (!(await stat(output).catch(() => undefined))?.size)
    throw new JobFailure('unreadable_input', 'LibreOffice wrote nothing');
  if (!toPdf) return [{ path: output, warnings: leftOut }];
  // LibreOffice reads some files of Apple's newer programs as empty pages; the preview inside the file is shown instead.
  if (hasPreview(within) && (await isBlank(output, dir))) await savePreview(source, output);
  if ((await readFile(output)).includes(emojiFont)) await aids?.drawEmoji?.(output);
  const count = await countPages(output, dir);
  if (pages && count < findMinPages(pages)) throw new JobFailure('page_missing', `pages ${pages} of fewer`);
  const warnings: WarningId[] = (await isBlank(output, dir)) ? [...leftOut, 'pages_blank'] : leftOut;
  return [{ path: output, metadata: { pages: count }, warnings }];
};

async function writeSlides(
  dir: string,
  to: 'html' | 'txt',
  stem: string,
  output: string,
): Promise<Converted> {
  const slides = JSON.parse(await readFile(join(dir, 'slides.json'), 'utf8')) as Slide[];
  await writeFile(
    output,
    to === 'txt' ? formatSlidesText(slides) : await formatSlidesHtml(slides, stem, dir),
  );
  return { path: output, metadata: { slides: slides.length } };
}
