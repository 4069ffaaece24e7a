import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decryptOffice } from '../../containers/office-encryption.ts';
import { isLockedOldOffice } from '../../containers/office-locks.ts';
import { checkZip, isEncryptedOffice } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import { readBeginning } from '../../encodings/pieces.ts';
import { isDelimited, isPage } from '../../formats/sniff/tables.ts';
import { EntityWatch } from '../../markup/entity-watch.ts';
import { insertChunks } from '../pandoc/engine.ts';
import { removeFieldInstructions } from './rtf-fields.ts';
import { replaceXlsxFormulas } from './spreadsheets/last-values.ts';
import { replaceXlsFormulas } from './spreadsheets/xls.ts';
import { makeXlsbReadable } from './spreadsheets/xlsb.ts';

/**
 * The parts and beginnings that each format must have: LibreOffice opens anything as plain text if it knows nothing
 * better.
 */
const wordPart = /^word\//i;
const openDocumentPart = /^content\.xml$/;
/** The document in versions before 2013, which were XML, and since. */
const iworkPart = /^(index\.(xml|apxl)(\.gz)?|Index\.zip|Index\/.*\.iwa|QuickLook\/Preview\.pdf)$/;
const parts: Record<string, RegExp> = {
  docx: wordPart,
  pptx: /^ppt\//i,
  xlsx: /^xl\//i,
  xlsm: /^xl\//i,
  xlsb: /^xl\//i,
  odt: openDocumentPart,
  odp: openDocumentPart,
  ods: openDocumentPart,
  vsdx: /^visio\//i,
  pages: iworkPart,
  numbers: iworkPart,
  key: iworkPart,
};

const compound = 'd0cf11e0a1b11ae1';
const rtfStart = /^(efbbbf)?(20|0a|0d|09)*7b5c727466/;
const starts: Record<string, RegExp> = {
  // A Word file is a compound file, a plain stream of Word 2 or 6, or the RTF or XML that is often named .doc.
  doc: new RegExp(`^(${compound}|dba52d00|9ba521|31be0000|7b5c727466|3c3f786d6c|fe37001c)`),
  ppt: new RegExp(`^${compound}`),
  vsd: new RegExp(`^${compound}`),
  wpd: /^ff575043/,
  // BIFF 2 to 5 are bare streams.
  xls: new RegExp(`^(${compound}|0908|0904|0902|0900|(efbbbf)?(20|0a|0d|09)*3c3f786d6c)`),
  rtf: rtfStart,
};

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const zip = /^504b0304/;

/** Finds the format of a table that web applications send as an Excel file. */
async function detectTable(path: string): Promise<string> {
  const beginning = readBeginning(path, 64 * 1024);
  if (isPage(beginning)) return 'html';
  if (isDelimited(beginning)) return 'csv';
  if (!zip.test(beginning.toString('hex', 0, 4))) return 'xls';
  const entries = await checkZip(path);
  if (entries.some(name => openDocumentPart.test(name))) return 'ods';
  return entries.includes('xl/workbook.bin') ? 'xlsb' : 'xlsx';
}

/** Finds the format that a file is really in, by its beginning, where it may go by the name of another. */
export async function detectFormat(path: string, format: string): Promise<string> {
  if (format !== 'doc' && format !== 'vsdx' && format !== 'xls') return format;
  if (format === 'xls') return detectTable(path);
  const head = await readHead(path);
  if (format === 'vsdx') return head.startsWith(compound) ? 'vsd' : format;
  if (zip.test(head)) {
    const entries = await checkZip(path);
    if (entries.some(name => wordPart.test(name))) return 'docx';
    return entries.some(name => openDocumentPart.test(name)) ? 'odt' : format;
  }
  return isPage(readBeginning(path, 64 * 1024)) ? 'html' : format;
}

/** Checks the entities of a file that is XML itself, not a zip of it. */
async function checkEntities(path: string, name: string): Promise<void> {
  const watch = new EntityWatch(name);
  for await (const chunk of createReadStream(path)) {
    watch.see(chunk as Buffer);
    if (watch.isOver) return;
  }
  watch.look();
}

/**
 * Throws unless the file is of the format it is said to be, as far as that can be told before it is opened. Returns it
 * unlocked and harmless, and a workbook with the last values of its formulas where those are asked for.
 */
export async function admit(
  path: string,
  format: string,
  { to, values }: { to: string; values: boolean },
  password: string | undefined,
  dir: string,
): Promise<string> {
  const part = parts[format];
  if (format === 'html' || format === 'csv') return path;
  if (!part) {
    const head = await readHead(path);
    if (!starts[format]!.test(head)) throw new JobFailure('unreadable_input', `not a ${format} file`);
    if (format === 'xls') {
      await checkEntities(path, format);
      return values ? replaceXlsFormulas(path, to === 'pdf', dir) : path;
    }
    // LibreOffice knows none of the locks of presentations: it would show empty slides.
    if (format === 'ppt' && (await isLockedOldOffice(path, format)))
      throw new JobFailure(password === undefined ? 'password_required' : 'locked_unknown', 'a locked ppt');
    if (!rtfStart.test(head)) return path;
    const rtf = await readFile(path, 'latin1');
    const harmless = removeFieldInstructions(rtf);
    if (harmless === rtf) return path;
    const copy = join(dir, 'harmless');
    await writeFile(copy, harmless, 'latin1');
    return copy;
  }
  let plain = path;
  if (await isEncryptedOffice(path)) {
    plain = join(dir, 'unlocked');
    await decryptOffice(path, plain, password);
  }
  const entries = await checkZip(plain);
  if (!entries.some(name => part.test(name)))
    throw new JobFailure('unreadable_input', `not a ${format} file`);
  if (format === 'docx') return insertChunks(plain, dir);
  if (format === 'xlsb') return makeXlsbReadable(plain, entries, values, dir);
  return format === 'xlsx' || format === 'xlsm' ? replaceXlsxFormulas(plain, entries, values, dir) : plain;
}
