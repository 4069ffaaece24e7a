import type { CompareMode } from '../../../contract/compare-modes.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { job as documents } from '../../document/document-convert/job.ts';
import { job as images } from '../../image/image-convert/job.ts';
import { Refusal, type Resolution } from '../../job-type.ts';
import { pdfHost } from '../../pdf/documents/resolution.ts';

/** Formats whose files are text, and are compared as they are. */
const textFormats: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['txt', 'md', 'csv', 'tsv', 'json', 'ndjson', 'yaml', 'toml', 'xml', 'sql', 'hocr'] as const),
  ...(['tex', 'rst', 'adoc', 'org', 'mediawiki', 'docbook', 'ipynb', 'ics', 'vcf'] as const),
  ...(['srt', 'vtt', 'ass', 'ttml', 'sbv'] as const),
]);
const imageFormats: ReadonlySet<FormatId> = new Set(images.accepts);

/** Returns true if a file of this format is a text by itself. */
export const isText = (format: FormatId): boolean => textFormats.has(format);

/** Resolves the conversion of a document to text; undefined if there is none. */
function resolveText(input: FormatId): Resolution | undefined {
  try {
    return documents.resolve({ input, options: { outputFormat: 'txt' } });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Resolves how files of a format are compared; undefined if they cannot be. */
function resolveMode(input: FormatId, mode: CompareMode): Pick<Resolution, 'engines' | 'host'> | undefined {
  if (mode === 'bytes' || (mode === 'text' && isText(input))) return { engines: ['plaintext'] };
  if (input === 'pdf') return { engines: ['pikepdf', 'pdfium'], host: pdfHost };
  if (mode === 'pixels') {
    if (!imageFormats.has(input)) return undefined;
    const { engines } = images.resolve({ input: input as never, options: { outputFormat: 'png' } });
    return { engines: [...new Set([...engines, 'sharp'])] };
  }
  return imageFormats.has(input) ? undefined : resolveText(input);
}

/** Returns how files of a format are compared by default. A PDF without text is compared by pixels instead. */
export function chooseMode(format: FormatId): CompareMode {
  if (imageFormats.has(format)) return 'pixels';
  return resolveMode(format, 'text') ? 'text' : 'bytes';
}

/** Finds the engines and the host that compare files of a format. */
export function requireMode(input: FormatId, mode: CompareMode): Pick<Resolution, 'engines' | 'host'> {
  const found = resolveMode(input, mode);
  if (!found)
    throw new Refusal(
      'options.by',
      mode === 'text'
        ? `\`options.by\` cannot be text: files of the format ${input} have no text to compare.`
        : `\`options.by\` cannot be pixels: only images and PDF files are compared by pixels, not ${input}.`,
    );
  return { engines: found.engines, ...(found.host && { host: found.host }) };
}

/** The share that may differ where a request does not say. Lossy encoders vary a little from version to version. */
export const usualTolerance: Record<CompareMode, number> = { text: 0, pixels: 0.001, bytes: 0 };
