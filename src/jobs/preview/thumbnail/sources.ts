import type { FormatId } from '../../../formats/formats.ts';
import { job as documents } from '../../document/document-convert/job.ts';
import { job as images } from '../../image/image-convert/job.ts';
import { Refusal, type Resolution } from '../../job-type.ts';
import { job as videos } from '../../media/video-thumbnail/job.ts';

/** The kinds of files that are shown in different ways. */
export type SourceKind = 'image' | 'video' | 'document';

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

/** Resolves a conversion of a document; undefined where there is no way. */
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

const imageFormats: readonly FormatId[] = images.accepts;
const videoFormats: readonly FormatId[] = videos.accepts;

export function findKind(format: FormatId): SourceKind {
  if (imageFormats.includes(format)) return 'image';
  return videoFormats.includes(format) ? 'video' : 'document';
}

/** Lists the formats that can be shown. */
export const listShownFormats = (): FormatId[] => [
  ...new Set([
    ...imageFormats,
    ...videoFormats,
    ...documents.accepts.filter(format => planPage(format, {}).steps.length > 0),
  ]),
];

/** Finds the engines and the host of a thumbnail; it is always written by sharp. */
export function resolveSource(
  input: FormatId,
  options: ThumbnailOptions,
): Pick<Resolution, 'engines' | 'host'> {
  const kind = findKind(input);
  if (kind === 'image')
    return images.resolve({ input: input as never, options: { outputFormat: 'png' } as never });
  if (kind === 'video') return { engines: ['ffmpeg', 'sharp'] };
  const { steps } = planPage(input, options);
  const host = steps.find(step => step.host)?.host;
  return {
    engines: [...new Set([...steps.flatMap(({ engines }) => engines), 'sharp'])],
    ...(host && { host }),
  };
}
