import { audioFormats, type FormatId } from '../../../formats/formats.ts';
import { job as archives } from '../../archive/archive-extract/job.ts';
import { job as documents } from '../../document/document-convert/job.ts';
import { job as webPages } from '../../document/html-to-image/job.ts';
import { job as fonts } from '../../font/font-convert/job.ts';
import { job as images } from '../../image/image-convert/job.ts';
import { Refusal, type Resolution } from '../../job-type.ts';
import { job as subtitles } from '../../media/subtitle-convert/job.ts';
import { job as videos } from '../../media/video-thumbnail/job.ts';

/** The kinds of files that are shown in different ways. */
export type SourceKind =
  | 'image'
  | 'video'
  | 'sound'
  | 'document'
  | 'web page'
  | 'font'
  | 'archive'
  | 'subtitles'
  | 'text';

export interface ThumbnailOptions {
  width?: number;
  height?: number;
  page?: number;
  time?: number;
}

export const usualSide = 320;

/** The options with which a page of a document becomes a picture, at least as large as the thumbnail. */
export const makePageOptions = ({ width, height, page = 1 }: ThumbnailOptions) => ({
  outputFormat: 'png' as const,
  pages: String(page),
  width: Math.max(width ?? 0, height ?? 0) || usualSide,
});

/** Resolves a conversion of a document; undefined if there is no way. */
function tryConversion(input: FormatId, options: Parameters<typeof documents.resolve>[0]['options']) {
  try {
    return documents.resolve({ input, options });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Resolves the conversions that show a page of a document, one after the other: to a picture, or to a PDF first where that would
 * take more steps than a conversion may have.
 */
export function planPage(
  input: FormatId,
  options: ThumbnailOptions,
): { steps: Resolution[]; isThroughPdf: boolean } {
  const direct = tryConversion(input, makePageOptions(options));
  if (direct) return { steps: [direct], isThroughPdf: false };
  const pdf = tryConversion(input, { outputFormat: 'pdf' });
  const page = tryConversion('pdf', makePageOptions(options));
  return { steps: pdf && page ? [pdf, page] : [], isThroughPdf: true };
}

/** The formats of each kind. A format of several kinds is shown as the first of them. */
const formatsByKind: Record<SourceKind, readonly FormatId[]> = {
  image: images.accepts,
  video: videos.accepts,
  sound: audioFormats,
  document: documents.accepts.filter(format => planPage(format, {}).steps.length > 0),
  'web page': ['mhtml'],
  font: fonts.accepts,
  archive: archives.accepts,
  subtitles: subtitles.accepts,
  // These are only written by other job types, and shown as the text that they are.
  text: ['adoc', 'sql', 'hocr'],
};
const kindByFormat = new Map<FormatId, SourceKind>(
  (Object.entries(formatsByKind) as [SourceKind, readonly FormatId[]][])
    .toReversed()
    .flatMap(([kind, formats]) => formats.map(format => [format, kind])),
);

export function findKind(format: FormatId): SourceKind {
  const kind = kindByFormat.get(format);
  if (!kind) throw new Error(`no thumbnail is made of ${format}`);
  return kind;
}

/** Lists the formats that can be shown: all but web addresses and unknown files. */
export const listShownFormats = (): FormatId[] => [...new Set(Object.values(formatsByKind).flat())];

/** The options with which a web page becomes a picture of its beginning. */
export const pagePictureOptions = {
  outputFormat: 'png',
  width: 1280,
  height: 960,
  deviceScale: 1,
  fullPage: false,
  transparent: false,
  media: 'screen',
  css: '',
} as const;

/** Finds the engines and the host of a thumbnail; it is always written by sharp. */
export function resolveSource(
  input: FormatId,
  options: ThumbnailOptions,
): Pick<Resolution, 'engines' | 'host'> {
  const kind = findKind(input);
  if (kind === 'image')
    return images.resolve({ input: input as never, options: { outputFormat: 'png' } as never });
  if (kind === 'video' || kind === 'sound') return { engines: ['ffmpeg', 'sharp'] };
  if (kind === 'font') return { engines: ['fonttools', 'sharp'] };
  if (kind === 'web page')
    return webPages.resolve({ input: input as never, options: pagePictureOptions as never });
  const list = { list: true, nested: 0 };
  const earlier =
    kind === 'archive' ? archives.resolve({ input: input as never, options: list }).engines : [];
  const { steps } = planPage(kind === 'document' ? input : 'txt', options);
  const host = steps.find(step => step.host)?.host;
  return {
    engines: [...new Set([...earlier, ...steps.flatMap(({ engines }) => engines), 'sharp'])],
    ...(host && { host }),
  };
}
