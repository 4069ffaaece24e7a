import { existsSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decryptOffice } from '../../containers/office-encryption.ts';
import { checkZip, isEncryptedOffice, isEncryptedOpenDocument } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { decodeWhole } from '../../encodings/encoding.ts';
import { detectHtmlEncoding } from '../../encodings/html-encoding.ts';
import type { Conversion } from '../conversion.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { makeBookReadable } from './book/book.ts';
import { findXmlEncoding, nameImages, refuseEntities } from './fiction-book/fiction-book.ts';
import { putBackTables, takeOutTables } from './fiction-book/tables.ts';
import { replaceControls } from './html/controls.ts';
import { unwrapFigures } from './html/figures.ts';
import { putTitleInHead } from './html/head.ts';
import { markHeaderRows } from './html/header-rows.ts';
import { removeHiddenElements } from './html/hidden-elements.ts';
import { showLazyPictures } from './html/lazy-pictures.ts';
import { closeTableTags } from './html/table-tags.ts';
import { makeWordLists } from './html/word-lists.ts';
import { makeLatexReadable } from './latex/latex.ts';
import { hasUnread } from './latex/not-read.ts';
import { numberSections } from './latex/sections.ts';
import { findLeftOut } from './left-out.ts';
import { showFrontMatter } from './markdown/front-matter.ts';
import { readRawHtml } from './markdown/raw-html.ts';
import { makeOpenDocumentReadable } from './odt/odt.ts';
import type { PandocDocument } from './syntax-tree.ts';
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
const zipFormats = new Set(['docx', 'odt', 'epub']);
/** Writers that pass on HTML as it is. */
const keepsHtml = new Set(['html', 'md', 'epub']);
const tablesOfBook = 'tables.html';
const maxCharacters = 100_000_000;

/** Pandoc's exit codes for a source it cannot make sense of. */
const readingFailures = new Set([44, 61, 62, 63, 64, 65, 91, 92, 93, 94, 97, 98, 99]);

const repairTables = (html: string): string => markHeaderRows(closeTableTags(unwrapFigures(html)));

function removeObstacles(text: string, from: string): string {
  if (from === 'html')
    return replaceControls(
      repairTables(putTitleInHead(showLazyPictures(removeHiddenElements(makeWordLists(text))))),
    );
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

/** Reads a source as Pandoc's tree. */
export async function readDocument(conversion: Conversion, warnings: WarningId[]): Promise<PandocDocument> {
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
