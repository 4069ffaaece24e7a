import { readFile, stat } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import type { Warning } from '../../../contract/warnings.ts';
import { type Box, heightOf, holdsMiddle, widthOf } from '../../../documents/boxes.ts';
import { type PreparedPage, preparePage } from '../../../documents/layout/characters/prepare.ts';
import { hasDrawnLetters } from '../../../documents/layout/characters/visibility/drawn-letters.ts';
import type { Document } from '../../../documents/model.ts';
import { readDocument } from '../../../documents/read.ts';
import type { SourcePage } from '../../../documents/source.ts';
import { isStructureUncertain } from '../../../documents/structure/uncertain.ts';
import { usualLanguages } from '../../../engines/languages-option.ts';
import { pageNumbers } from '../../../engines/page-ranges.ts';
import { throwLockFailure } from '../../../engines/pdf-lock.ts';
import { openDocument, type PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import type { RunContext } from '../../run.ts';
import { addRegions } from './find-regions.ts';

type Context = Pick<RunContext<unknown>, 'dir' | 'begin' | 'progress' | 'infer' | 'models'>;

export interface PdfReading {
  pages?: string | undefined;
  password?: string | undefined;
  ocr: 'auto' | 'never' | 'always';
  languages?: readonly string[] | undefined;
}

export interface ReadPdf {
  document: Document;
  source: PdfiumDocument;
  engines: string[];
  warnings: Warning[];
  /** Pages whose words were recognised. */
  recognised: number;
}

/** The library holds the whole file in memory. */
const maxBytes = 700 * 1024 * 1024;
/**
 * A page with fewer letters that is mostly a picture counts as a scan; its text is a stamp or a page number.
 */
const fewLetters = 50;
const scanShare = 0.5;
/** Pages that are read ahead while one is being recognised. */
const maxAhead = 16;

/** Opens a PDF and reads its content, including the words of scans. The caller closes `source`. */
export async function readPdf(path: string, reading: PdfReading, context: Context): Promise<ReadPdf> {
  const { dir, progress } = context;
  const { size } = await stat(path);
  if (size > maxBytes) throw new JobFailure('limit_exceeded', `a document of ${size} bytes`);
  const source = await openDocument(await readFile(path), reading.password).catch(error =>
    throwLockFailure(error, path, dir),
  );
  try {
    const numbers = pageNumbers(reading.pages, source.pageCount);
    const reader = makeReader(source, reading, context);
    const document = await readDocument(readAhead(source, numbers, reader.read, progress), source.outline());
    const lacksText = reader.unread > 0;
    return {
      document,
      source,
      recognised: reader.recognised(),
      engines: [
        'pdfium',
        ...(context.models.length > 0 ? ['page-layout'] : []),
        ...(reader.usesRecognition() ? ['tesseract'] : []),
      ],
      warnings: [
        ...(lacksText ? [{ code: 'no_text_layer' as const }] : []),
        ...(document.hiddenTextRemoved ? [{ code: 'hidden_text_removed' as const }] : []),
        ...(isStructureUncertain(document) ? [{ code: 'structure_uncertain' as const }] : []),
      ],
    };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** Yields pages in order and reads the following ones while a page takes long. */
async function* readAhead(
  source: PdfiumDocument,
  numbers: readonly number[],
  read: (page: SourcePage) => PreparedPage | Promise<PreparedPage>,
  progress: (percent: number) => void,
): AsyncGenerator<PreparedPage> {
  const ahead: (PreparedPage | Promise<PreparedPage>)[] = [];
  let done = 0;
  const take = async (): Promise<PreparedPage> => {
    const page = await ahead.shift()!;
    progress((95 * ++done) / numbers.length);
    return page;
  };
  for (const number of numbers) {
    const page = read(source.read(number - 1));
    // A failure is thrown when its page is due and must not be an unhandled rejection until then.
    if (page instanceof Promise) page.catch(() => {});
    ahead.push(page);
    const isWaiting = ahead.some(each => each instanceof Promise);
    while (ahead.length > (isWaiting ? maxAhead : 0)) yield await take();
  }
  while (ahead.length > 0) yield await take();
}

/** Returns true if the text of a page must be recognised: it is part of a picture, or drawn as shapes. */
function isScan(page: SourcePage): boolean {
  const letters = page.glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
  const covered = page.images.reduce((sum, box) => sum + (box.right - box.left) * (box.bottom - box.top), 0);
  const isPicture = letters < fewLetters && covered > scanShare * page.width * page.height;
  return isPicture || (letters === 0 && hasDrawnLetters(page));
}

/** Smaller pictures, in points, are logos and ornaments; more of them on a page are parts of a drawing. */
const minImage = { width: 90, height: 30 };
const maxImages = 8;

/** Finds the pictures of a page that may contain words: large ones that no text covers. */
function findBareImages(page: SourcePage): Box[] {
  const images = page.images
    .map(box => ({
      left: Math.max(0, box.left),
      top: Math.max(0, box.top),
      right: Math.min(page.width, box.right),
      bottom: Math.min(page.height, box.bottom),
    }))
    .filter(box => widthOf(box) >= minImage.width && heightOf(box) >= minImage.height);
  if (images.length > maxImages) return [];
  return images.filter(box => !page.glyphs.some(glyph => holdsMiddle(box, glyph)));
}

function makeReader(
  source: PdfiumDocument,
  { ocr, languages = usualLanguages }: PdfReading,
  context: Context,
) {
  const { dir, begin, models } = context;
  let [recognised, unread] = [0, 0];
  let usesRecognition = false;
  // This is loaded only for scans: text recognition would be most of a host's start-up time.
  let ready: Promise<typeof import('./recognise.ts') | undefined> | undefined;
  const load = async () => {
    const { canReadScans } = await import('../../ocr/searchable.ts');
    return (await canReadScans(languages)) ? await import('./recognise.ts') : undefined;
  };
  // One page at a time: recognition itself uses all cores.
  let last: Promise<unknown> = Promise.resolve();
  const recognise = async (page: SourcePage): Promise<PreparedPage> => {
    ready ??= load();
    const loaded = await ready;
    if (!loaded) {
      if (ocr === 'always')
        throw new JobFailure('unsupported_content', `no Tesseract model for ${languages.join(', ')}`);
      unread++;
      return preparePage(page);
    }
    recognised++;
    usesRecognition = true;
    return await loaded.recognisePage(source, page, languages, dir, begin);
  };
  const recogniseImages = async (page: SourcePage, boxes: readonly Box[]): Promise<PreparedPage> => {
    ready ??= load();
    const loaded = await ready;
    if (!loaded) return preparePage(page);
    usesRecognition = true;
    return await loaded.recogniseImages(source, page, boxes, languages, dir, begin);
  };
  const queue = <Page>(work: () => Promise<Page>): Promise<Page> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
  const read = (page: SourcePage): PreparedPage | Promise<PreparedPage> => {
    const isUnread = isScan(page);
    if (ocr === 'always' || (isUnread && ocr === 'auto')) return queue(() => recognise(page));
    if (isUnread) unread++;
    const boxes = ocr === 'auto' ? findBareImages(page) : [];
    return boxes.length > 0 ? queue(() => recogniseImages(page, boxes)) : preparePage(page);
  };
  const readWithRegions = async (page: SourcePage): Promise<PreparedPage> =>
    read(await queue(() => addRegions(source, page, context)));
  return {
    read: models.length > 0 ? readWithRegions : read,
    recognised: () => recognised,
    usesRecognition: () => usesRecognition,
    get unread() {
      return unread;
    },
  };
}
