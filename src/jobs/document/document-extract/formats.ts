import type { FormatId } from '../../../formats/formats.ts';
import { findCheapestRoute, listInputFormats, listReachableFormats } from '../graph.ts';

/** Formats of documents. Other formats that can be converted to a web page are data or drawings. */
const documents: readonly FormatId[] = [
  ...(['docx', 'doc', 'odt', 'rtf', 'wpd', 'pages', 'txt', 'md', 'html'] as const),
  ...(['tex', 'rst', 'org', 'mediawiki', 'docbook', 'ipynb'] as const),
  ...(['epub', 'fb2', 'mobi', 'azw3', 'djvu', 'xps'] as const),
  ...(['eml', 'msg', 'mbox', 'tnef'] as const),
  ...(['pptx', 'ppt', 'odp', 'key', 'vsdx'] as const),
  ...(['xlsx', 'xlsm', 'xlsb', 'xls', 'ods', 'numbers', 'csv', 'tsv'] as const),
];
const starting = new Set(listInputFormats());

/** The formats whose content can be extracted. */
export const accepted: readonly FormatId[] = [
  'pdf',
  ...documents.filter(
    format => starting.has(format) && (format === 'html' || listReachableFormats(format).includes('html')),
  ),
];

/** Formats that are read from their pages, as a PDF, because no engine reads their structure. */
export const readAsPages: readonly FormatId[] = accepted.filter(
  format => format === 'pdf' || findCheapestRoute(format, 'html', [])?.some(step => step.to === 'pdf'),
);
