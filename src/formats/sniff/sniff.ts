import type { FormatId } from '../formats.ts';
import { isTar, zst } from './archives.ts';
import { has, hasAny, type Rule, readLatin1 } from './bytes.ts';
import {
  ancientExcel,
  ancientWord,
  dbf,
  epub,
  iwork,
  ole,
  ooxml,
  opendocument,
  visio,
  xmlExcel,
  xps,
} from './office.ts';
import { avif, bmp, dxf, heic, ico, jp2, jxl, svg, tga, tiff } from './pictures.ts';
import { aac, aiff, flac, m4a, mkv, mov, mp3, mp4, ogg, opus, wav, webm } from './sound.ts';
import { isPage, servedAsExcel } from './tables.ts';
import { isText, readCharacters } from './text.ts';
import { avi, flv, mpg, ts, wmv } from './video.ts';
import { isZip } from './zip.ts';

const magic =
  (...magics: string[]): Rule =>
  head =>
    hasAny(head, magics);

const either =
  (...rules: Rule[]): Rule =>
  (head, size) =>
    rules.some(rule => rule(head, size));

/** Readers look for the header in the first kilobyte; PostScript's first line may stand in for it. */
const pdf: Rule = head => /%PDF|%!PS-Adobe-\d+\.\d+ PDF/.test(readLatin1(head, 0, 1024));

const rtf: Rule = head => /^(?:\xef\xbb\xbf)?\s*\{\\rt/.test(readLatin1(head, 0, 256));

/** A web archive begins like a message, with the header of its parts. */
const mailHeader: Rule = head =>
  isText(head) && /^content-type:\s*multipart\//im.test(readLatin1(head, 0, 4096));

/** Only what surely is a zip of this kind: an encrypted file is an OLE file. */
const zipOf =
  (rule: Rule): Rule =>
  (head, size) =>
    isZip(head) && rule(head, size);
const wordZip = zipOf(ooxml('word/'));
const workbookZip = zipOf(ooxml('xl/'));
const openText = opendocument('text', 'writer');
const openSheet = opendocument('spreadsheet', 'calc');

const rules: Record<FormatId, Rule> = {
  png: magic('\x89PNG'),
  jpeg: magic('\xff\xd8\xff'),
  webp: head => has(head, 'RIFF') && has(head, 'WEBP', 8),
  avif,
  gif: magic('GIF87a', 'GIF89a'),
  tiff,
  bmp,
  svg,
  heic,
  ico,
  psd: magic('8BPS'),
  jp2,
  jxl,
  dng: tiff,
  cr2: (head, size) => tiff(head, size) && has(head, 'CR', 8),
  nef: tiff,

  exr: magic('\x76\x2f\x31\x01'),
  tga,
  // The second is a drawing with a preview before it.
  eps: magic('%!', '\xc5\xd0\xd3\xc6', '\x04%!'),
  dxf,
  vsdx: visio,

  pdf,

  docx: ooxml('word/'),
  // Web applications also serve RTF, pages and newer documents under this name.
  doc: either(ole('word'), ancientWord, wordZip, openText, rtf, isPage),
  odt: openText,
  wpd: magic('\xffWPC'),
  pages: iwork,
  xps,
  rtf,
  txt: isText,
  md: isText,
  html: isText,
  mhtml: mailHeader,
  url: isText,
  epub,
  mobi: head => has(head, 'BOOKMOBI', 60) || has(head, 'TEXtREAd', 60),
  azw3: head => has(head, 'BOOKMOBI', 60),
  fb2: head => isText(head) && readCharacters(head).includes('<FictionBook'),
  djvu: magic('AT&TFORM'),
  cbz: isZip,
  // Comics are named by habit: many of these are ZIP files.
  cbr: either(magic('Rar!\x1a\x07'), isZip),
  pptx: ooxml('ppt/'),
  ppt: ole('powerpoint'),
  odp: opendocument('presentation', 'impress'),
  key: iwork,
  tex: isText,
  rst: isText,
  adoc: isText,
  org: isText,
  mediawiki: isText,
  docbook: head => isText(head) && readCharacters(head).includes('<'),
  ipynb: head => isText(head) && /^\s*(?:\xef\xbb\xbf)?\{/.test(readLatin1(head, 0, 256)),
  eml: isText,
  msg: ole('message'),
  // A single message was often saved without the line that separates messages.
  mbox: head =>
    isText(head) &&
    /^(?:[^\S\n]*\n)*(?:From |(?:Return-Path|Delivered-To|Received|X-[\w-]+|From|To|Date|Subject|Message-ID|MIME-Version):)/i.test(
      readLatin1(head, 0, 1024),
    ),
  tnef: magic('\x78\x9f\x3e\x22'),
  ics: head => isText(head) && /BEGIN:VCALENDAR/i.test(readCharacters(head)),
  vcf: head => isText(head) && /BEGIN:VCARD/i.test(readCharacters(head)),

  xlsx: ooxml('xl/'),
  xlsm: ooxml('xl/'),
  // Web applications serve workbooks, pages and delimited text under this name.
  xls: either(ole('excel'), ancientExcel, xmlExcel, workbookZip, openSheet, servedAsExcel),
  xlsb: ooxml('xl/'),
  ods: openSheet,
  numbers: iwork,
  dbf,
  csv: isText,
  tsv: isText,

  json: isText,
  ndjson: isText,
  yaml: isText,
  toml: isText,
  xml: isText,
  parquet: magic('PAR1', 'PARE'),
  arrow: magic('ARROW1', 'FEA1', '\xff\xff\xff\xff'),
  avro: magic('Obj\x01'),
  sql: isText,

  wav,
  mp3,
  flac,
  m4a,
  ogg,
  opus,
  aac,
  aiff,
  webm,
  mp4,
  mov,
  mkv,
  avi,
  wmv,
  flv,
  ts,
  mpg,

  srt: isText,
  vtt: isText,
  ass: isText,
  ttml: isText,
  sbv: isText,

  // Both extensions are used for either kind of outlines.
  ttf: magic('\0\x01\0\0', 'true', 'OTTO'),
  otf: magic('OTTO', '\0\x01\0\0'),
  woff: magic('wOFF'),
  woff2: magic('wOF2'),

  hocr: isText,
  zip: either(isZip, magic('PK\x05\x06')),
  tar: isTar,
  gz: magic('\x1f\x8b'),
  bz2: magic('BZh'),
  xz: magic('\xfd7zXZ\0'),
  zst,
  '7z': magic('7z\xbc\xaf\x27\x1c'),
  rar: magic('Rar!\x1a\x07'),
  bin: () => true,
};

/**
 * Tells whether a file whose first bytes are `head` can be of the format. Only a file that surely is not is refused: a
 * damaged file of the right kind passes, and its engine says what is wrong with it.
 */
export function canBeOfFormat(format: FormatId, head: Uint8Array, size: number): boolean {
  // Phones and messengers name their HEIC photos .jpg; readers of images take them for what they are.
  if (format === 'jpeg' && heic(head, size)) return true;
  // A newer version that serves the same database may have formats without a rule here.
  return size > 0 && (rules[format]?.(head, size) ?? true);
}

/** Formats whose first bytes are unmistakable. */
const unmistakable = ['png', 'jpeg', 'gif', 'webp', 'psd', 'pdf', 'rtf', 'wav', '7z', 'rar', 'xz'] as const;

/** Recognises the format of a file by its first bytes, if they are unmistakable. */
export const recogniseFormat = (head: Uint8Array, size: number): FormatId | undefined =>
  unmistakable.find(format => rules[format](head, size));
