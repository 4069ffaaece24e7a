import { existsSync } from 'node:fs';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decryptOffice } from '../../containers/office-encryption.ts';
import { checkZip, isEncryptedOffice, isEncryptedOpenDocument } from '../../containers/read-zip.ts';
import { writeZip } from '../../containers/write-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { decodeWhole } from '../../encodings/encoding.ts';
import { detectHtmlEncoding } from '../../encodings/html-encoding.ts';
import type { Conversion, Convert } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { dropLayoutTags, makeBookReadable, showCoverOnce } from './book/book.ts';
import { layOutBook } from './book/book-page.ts';
import { mirrorOpenDocument, setDirection } from './direction.ts';
import { dropDivisions } from './divisions.ts';
import {
  findXmlEncoding,
  nameImages,
  refuseEntities,
  settleFictionBook,
} from './fiction-book/fiction-book.ts';
import { putBackTables, takeOutTables } from './fiction-book/tables.ts';
import { replaceControls } from './html/controls.ts';
import { unwrapFigures } from './html/figures.ts';
import { putTitleInHead } from './html/head.ts';
import { markHeaderRows } from './html/header-rows.ts';
import { removeHiddenElements } from './html/hidden-elements.ts';
import { showLazyPictures } from './html/lazy-pictures.ts';
import { markLooks } from './html/span-looks.ts';
import { closeTableTags } from './html/table-tags.ts';
import { showCitationKeys } from './latex/citations.ts';
import { makeLatexReadable } from './latex/latex.ts';
import { hasUnread } from './latex/not-read.ts';
import { numberSections } from './latex/sections.ts';
import { findLeftOut } from './left-out.ts';
import { nameAlerts } from './markdown/alerts.ts';
import { showFrontMatter } from './markdown/front-matter.ts';
import { readRawHtml } from './markdown/raw-html.ts';
import { tickTasks } from './markdown/task-lists.ts';
import { coverCells, prepareTables } from './odt/merged-cells.ts';
import { makeOpenDocumentReadable, setFormulasInLine } from './odt/odt.ts';
import { writeCaptionsBelow } from './pictures/captions.ts';
import { dropImages, dropSpans, hasImages, settleImages } from './pictures/images.ts';
import { drawMetafiles } from './pictures/metafiles.ts';
import { drawVectors } from './pictures/vectors.ts';
import { layOnSlides } from './slides.ts';
import type { PandocDocument } from './syntax-tree.ts';
import { showTitle } from './title-block.ts';
import { makeWordReadable } from './word/word.ts';

const htmlReader = 'html-native_divs';
const readers: Record<string, string> = {
  md: 'commonmark_x-smart-raw_tex+autolink_bare_uris',
  html: htmlReader,
  rst: 'rst',
  tex: 'latex',
  org: 'org',
  mediawiki: 'mediawiki',
  docbook: 'docbook',
  ipynb: 'ipynb',
  epub: 'epub',
  fb2: 'fb2',
  docx: 'docx',
  odt: 'odt',
  rtf: 'rtf',
};
const writers: Record<string, string> = {
  html: 'html',
  md: 'gfm+tex_math_dollars',
  txt: 'plain',
  docx: 'docx',
  odt: 'odt',
  rtf: 'rtf',
  epub: 'epub3',
  pptx: 'pptx',
  tex: 'latex',
  rst: 'rst',
  adoc: 'asciidoc',
  org: 'org',
  mediawiki: 'mediawiki',
  docbook: 'docbook5',
  ipynb: 'ipynb',
};
/** Markup that refers to pictures and cannot contain them. */
const cannotHoldImages = new Set(['tex', 'rst', 'adoc', 'org', 'mediawiki', 'docbook']);
/** Formats into which Pandoc does not put SVG, or in a way that their programs do not show. */
const cannotHoldVectors = new Set(['rtf', 'pptx']);
const zipFormats = new Set(['docx', 'odt', 'epub']);
/** Writers that can have one part of a document run against the rest. */
const tellsDirection = new Set(['docx', 'html', 'epub']);
/** Writers that pass on HTML as it is. */
const keepsHtml = new Set(['html', 'md', 'epub']);
/** Formats whose metadata does not stand in their text. */
/** The writers that write the marks of a page's spans out. */
const writesSpans = new Set(['adoc', 'ipynb', 'mediawiki']);
const factsApart = new Set(['html', 'epub']);
const tablesOfBook = 'tables.html';
const maxCharacters = 100_000_000;

/** Pandoc's exit codes for a source it cannot make sense of. */
const readingFailures = new Set([44, 61, 62, 63, 64, 65, 91, 92, 93, 94, 97, 98, 99]);

const repairTables = (html: string): string => markHeaderRows(closeTableTags(unwrapFigures(html)));

function removeObstacles(text: string, from: string): string {
  if (from === 'html')
    return replaceControls(repairTables(putTitleInHead(showLazyPictures(removeHiddenElements(text)))));
  if (from === 'tex') return makeLatexReadable(text);
  // A table from another file would end the reading; without it the rest is read.
  return from === 'rst' ? text.replace(/^[ \t]+:(?:file|url):.*$/gm, '') : text;
}

/** Finds the encoding that a file names itself. */
async function findDeclaredEncoding(input: string, from: string): Promise<string | undefined> {
  if (from === 'html') return detectHtmlEncoding(input);
  if (from !== 'fb2' && from !== 'docbook') return undefined;
  await using file = await open(input);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256));
  return findXmlEncoding(buffer.toString('latin1', 0, bytesRead));
}

async function prepareSource(
  { from, input, dir, options }: Conversion,
  warnings: WarningId[],
): Promise<string> {
  if (zipFormats.has(from)) {
    let plain = input;
    if (await isEncryptedOffice(input)) {
      plain = join(dir, 'unlocked');
      await decryptOffice(input, plain, options.password);
    }
    const names = await checkZip(plain);
    if (from === 'odt' && (await isEncryptedOpenDocument(plain)))
      throw new JobFailure('password_required', 'encrypted OpenDocument file');
    if (from === 'epub') return makeBookReadable(plain, dir);
    warnings.push(...(await findLeftOut(plain, from, names)));
    return from === 'docx' ? makeWordReadable(plain, dir) : makeOpenDocumentReadable(plain, dir);
  }
  // Pandoc reads RTF as bytes, all other text as UTF-8 only.
  if (from === 'rtf') return input;
  const encoding = options.encoding ?? (await findDeclaredEncoding(input, from));
  const text = await decodeWhole(input, maxCharacters, encoding);
  if (from === 'fb2' || from === 'docbook') refuseEntities(text);
  const path = join(dir, `source.${from}`);
  if (from === 'fb2') {
    const book = takeOutTables(nameImages(text));
    if (book.page) await writeFile(join(dir, tablesOfBook), book.page);
    await writeFile(path, book.text);
  } else await writeFile(path, removeObstacles(text, from));
  return path;
}

/** Reads in Pandoc's own sandbox, where a source can include no file and fetch nothing. */
async function read(reader: string, source: string, dir: string): Promise<PandocDocument> {
  const args = ['--sandbox', '-f', reader, '-t', 'json', `--extract-media=${join(dir, 'media')}`, source];
  try {
    const { stdout } = await runProgram('pandoc', args, { cwd: dir, maxStdout: 1024 ** 3 });
    return JSON.parse(stdout.toString('utf8')) as PandocDocument;
  } catch (error) {
    if (error instanceof ProgramFailure && error.code !== null) {
      const ours = !readingFailures.has(error.code) && error.code !== 1;
      throw ours ? error : new JobFailure('unreadable_input', error.detail);
    }
    throw error;
  }
}

/** Only fonts that are made for formulas have brackets and roots of every size. */
const mathStyle =
  '<style>math{font-family:"Latin Modern Math","STIX Two Math","Cambria Math","DejaVu Math TeX Gyre","Noto Sans Math",math}</style>';

/** A line that begins the definition of a term in Markdown. */
const definitionMark = /^ {0,3}[:~][ \t]/m;

/**
 * Chooses how to read a source. Where Markdown may have definitions, Pandoc takes every line that begins with a colon or a tilde for one,
 * such as `:warning:` or `~~struck~~`, and drops the sign.
 */
async function chooseReader(from: string, source: string): Promise<string> {
  const reader = readers[from]!;
  if (from !== 'md' || definitionMark.test(await readFile(source, 'utf8'))) return reader;
  return `${reader}-definition_lists`;
}

async function readDocument(conversion: Conversion, warnings: WarningId[]): Promise<PandocDocument> {
  const { from, to, dir } = conversion;
  const source = await prepareSource(conversion, warnings);
  const reader = await chooseReader(from, source);
  const document = await read(reader, source, dir).catch(async error => {
    if (from !== 'md' || !(await showFrontMatter(source, error))) throw error;
    return read(`${reader}-yaml_metadata_block`, source, dir);
  });
  if (from === 'tex') {
    numberSections(document, await readFile(source, 'utf8'));
    if (hasUnread(await read('latex+raw_tex', source, dir))) warnings.push('latex_not_run');
  }
  if (from === 'fb2' && existsSync(join(dir, tablesOfBook)))
    putBackTables(document, await read('html', join(dir, tablesOfBook), dir));
  if (from === 'md' && !keepsHtml.has(to))
    await readRawHtml(document, async html => {
      const page = join(dir, 'raw.html');
      await writeFile(page, repairTables(html));
      return read(htmlReader, page, dir);
    });
  return document;
}

export const convert: Convert = async conversion => {
  const { from, to, output, stem, dir, last, options, progress } = conversion;
  const isText = to === 'txt' || to === 'md';
  const media = join(dir, 'media');
  const warnings: WarningId[] = [];
  const document = await readDocument(conversion, warnings);
  progress(50);
  const apart = options.images === 'files' || options.embedImages === false;
  await drawMetafiles(document, media, conversion);
  const inText = to === 'html' || to === 'md' || to === 'ipynb';
  const cover =
    from === 'fb2' ? await settleFictionBook(document, join(dir, 'source.fb2'), media, to) : undefined;
  const isWithoutImages = options.images === 'none';
  if (!isWithoutImages && !apart && cannotHoldImages.has(to) && hasImages(document)) {
    warnings.push('images_left_out');
    dropImages(document);
  }
  if (isWithoutImages) dropImages(document);
  const manner = apart ? 'beside' : inText ? 'embedded' : 'files';
  const { files, isIncomplete } = await settleImages(
    document,
    media,
    dir,
    manner,
    to === 'html' || to === 'md' || apart,
  );
  if (isIncomplete) warnings.push('remote_pictures');
  if (cannotHoldVectors.has(to)) await drawVectors(document, conversion);
  const isBookPage = (from === 'epub' || from === 'fb2') && to === 'html';
  if (from === 'epub' && !isBookPage) showCoverOnce(document);
  if (from === 'md') tickTasks(document);
  if (from === 'md' && to !== 'md') nameAlerts(document);
  if (from === 'tex') showCitationKeys(document);
  if (from === 'odt') setFormulasInLine(document);
  // Markdown keeps its metadata in its own front matter, and that of a page or a book is not in its text.
  const keepsFacts = from === 'md' && to === 'md';
  if (isText && !keepsFacts && !factsApart.has(from)) showTitle(document);
  if (from === 'html') markLooks(document);
  if (to === 'md' || (from === 'html' && writesSpans.has(to))) dropSpans(document);
  if (to === 'md' && from === 'epub') dropLayoutTags(document);
  if (to === 'md' || to === 'pptx') dropDivisions(document);
  if (to === 'pptx') layOnSlides(document);
  if (to === 'rtf') writeCaptionsBelow(document);
  const hasMergedCells = to === 'odt' && prepareTables(document);
  if (!isText) setDirection(document, tellsDirection.has(to));
  const bookArguments = isBookPage ? await layOutBook(document, dir, !last) : [];
  if (!document.meta.title && to === 'epub') document.meta.title = { t: 'MetaString', c: stem };
  const tree = join(dir, 'document.json');
  await writeFile(tree, JSON.stringify(document));
  const args = [
    '-f',
    'json',
    '-t',
    keepsFacts ? `${writers.md}+yaml_metadata_block` : writers[to]!,
    '--wrap=none',
    '-o',
    output,
  ];
  if (!isText) args.push('-s', ...bookArguments);
  // The page of a book is named by the book's own title.
  if (!isText && !(isBookPage && document.meta.title)) args.push('-M', `pagetitle=${stem}`);
  if (keepsFacts) args.push('-s');
  if (options.toc === true) args.push('--toc');
  if (cover !== undefined) args.push(`--epub-cover-image=${cover}`);
  if (to === 'pptx') args.push('--slide-level=1');
  if (to === 'html' && !last) args.push('-V', 'fontsize=15px', '-V', 'backgroundcolor=white');
  if (to === 'html' || to === 'epub') args.push('--mathml');
  if (to === 'html') args.push('-V', `header-includes=${mathStyle}`);
  await runProgram('pandoc', [...args, tree], { cwd: dir });
  if (hasMergedCells) await rename(await coverCells(output, dir), output);
  if (to === 'odt' && document.meta.dir) await rename(await mirrorOpenDocument(output, dir), output);
  if (!apart) return [{ path: output, warnings }];
  const zip = join(dir, 'out.zip');
  const page = { name: `${stem}.${to}`, path: output };
  await writeZip(zip, [page, ...files]);
  return [{ path: zip, format: 'zip', metadata: { images: files.length }, warnings }];
};
