import type {
  DocumentInfo,
  DroppedContent,
  LabelsMissing,
  OneToOne,
  PdfInput,
  PdfMade,
  WithLabels,
} from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

export interface PreparedArchive extends PdfMade, DroppedContent {
  info: DocumentInfo;
  /** The language of its text, empty if it names none. */
  language: string;
  /** The number of fields and annotations that were drawn into the pages. */
  flattened: number;
  /** True if it had layers, which are merged. */
  layered: boolean;
  /** Texts of several characters or none that its fonts map codes to, by the characters that stand for them meanwhile. */
  longTexts: Record<string, string>;
  /** The number of the first page with transparency, which only PDF/A-1 asks for. */
  transparentPage: number | null;
  /** True if some of its fonts must come from the system. */
  withoutFonts: boolean;
}

export const prepareArchive = (
  request: OneToOne & WithLabels & { part: ArchivePart },
  options: TaskOptions,
): Promise<PreparedArchive | LabelsMissing> => runTask({ task: 'archive_prepare', ...request }, options);

/** The part of the standard that an archive follows: PDF/A-1b, 2b or 3b. */
export type ArchivePart = 1 | 2 | 3;

/** Completes an archive, and fails if it breaks the rules. */
export const finishArchive = (
  request: {
    /** The written archive, the prepared document that has its bookmarks and, for PDF/A-3, the original, whose attachments are kept. */
    inputs: [written: PdfInput, prepared?: PdfInput, original?: PdfInput];
    output: string;
    info: DocumentInfo;
    language: string;
    longTexts: PreparedArchive['longTexts'];
    pages: number;
    part: ArchivePart;
    /** True if the archive was written in shades of grey. */
    isGrey?: boolean;
  },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'archive_finish', ...request }, options);

/** Makes an accessible document an archive without rewriting it, and fails if either standard asks for more. */
export const keepAccessible = (
  request: OneToOne & { part: ArchivePart },
  options: TaskOptions,
): Promise<PdfMade & Pick<DroppedContent, 'attached' | 'hadSpecialMetadata'>> =>
  runTask({ task: 'archive_accessible', ...request }, options);

/** Repairs an archive of another engine; `problems` are the rules it still breaks. */
export const amendArchive = (
  request: OneToOne,
  options: TaskOptions,
): Promise<PdfMade & { problems: string[] }> => runTask({ task: 'archive_amend', ...request }, options);
