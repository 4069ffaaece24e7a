import { strings } from './strings.ts';

/** The names of formats that are not their extensions in capitals, in any language. */
const properNames: Record<string, string> = {
  adoc: 'AsciiDoc',
  arrow: 'Arrow',
  avro: 'Avro',
  docbook: 'DocBook',
  jxl: 'JPEG XL',
  md: 'Markdown',
  mediawiki: 'MediaWiki',
  opus: 'Opus',
  org: 'Org',
  parquet: 'Parquet',
  rst: 'reStructuredText',
  tex: 'LaTeX',
  txt: 'text',
  webm: 'WebM',
  webp: 'WebP',
};

/** The names of the formats of Microsoft Office, as outputs: the usual one is known by the name of its program. */
const officeNames: Record<string, string> = {
  docx: 'Word',
  doc: 'Word 97–2003',
  xlsx: 'Excel',
  xls: 'Excel 97–2003',
  pptx: 'PowerPoint',
  ppt: 'PowerPoint 97–2003',
};

/** The display name of a format. */
export const nameFormat = (format: string): string => properNames[format] ?? format.toUpperCase();

/** The name of an output format as the choices of a conversion word it. */
export const nameOutput = (format: string): string =>
  strings.targets.formats[format] ?? officeNames[format] ?? nameFormat(format);
