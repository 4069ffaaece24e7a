import { runTask, type TaskOptions } from './python.ts';

export { startEngine, TaskFailure, type TaskOptions } from './python.ts';

export interface PdfInput {
  path: string;
  filename?: string;
  password?: string;
  /** True if the file is read without its page tree, which is lost. */
  salvage?: true;
}

/** First and last page, counted from 1, or from the end when negative. */
export type PageSpan = readonly [first: number, last: number];

/** Facts that every task finds out about its documents. */
export interface PdfFacts {
  /** True if something had to be repaired to read them. */
  repaired: boolean;
  /** True if there was a signature, which no changed document keeps. */
  signed: boolean;
}

export interface PdfMade extends PdfFacts {
  pages: number;
}

/** A request that makes one document of one document. */
interface OneToOne {
  inputs: [PdfInput];
  output: string;
}

export interface PdfPart {
  path: string;
  pages: number;
  first: number;
  last: number;
  /** The title of the bookmark that the part begins at. */
  title: string | null;
}

export const mergeDocuments = (
  request: { inputs: PdfInput[]; bookmarks: boolean; output: string },
  options: TaskOptions,
): Promise<PdfMade & Pick<PreparedArchive, 'hadSpecialMetadata'>> =>
  runTask({ task: 'merge', ...request }, options);

export type SplitMode =
  | { mode: 'each' }
  | { mode: 'ranges'; spans: readonly PageSpan[] }
  | { mode: 'every'; every: number }
  | { mode: 'bookmarks'; level: number }
  | { mode: 'parts'; parts: readonly { first: number; last: number; title: string | null }[] };

export const splitDocument = (
  request: { inputs: [PdfInput]; folder: string } & SplitMode,
  options: TaskOptions,
): Promise<PdfFacts & { files: PdfPart[] } & Pick<PreparedArchive, 'untagged' | 'attached'>> =>
  runTask({ task: 'split', ...request }, options);

export const selectPages = (
  request: OneToOne & { choice: 'extract' | 'remove' | 'reorder'; spans: readonly PageSpan[] },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'select', ...request }, options);

export const rotatePages = (
  request: OneToOne & { angle: number; spans: readonly PageSpan[] },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'rotate', ...request }, options);

interface Permissions {
  print: 'none' | 'low' | 'high';
  copy: boolean;
  modify: boolean;
  annotate: boolean;
  fillForms: boolean;
  assemble: boolean;
}

export const protectDocument = (
  request: OneToOne & { userPassword?: string; ownerPassword?: string; permissions: Permissions },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'protect', ...request }, options);

export const unlockDocument = (
  request: OneToOne,
  options: TaskOptions,
): Promise<PdfMade & { encrypted: boolean }> => runTask({ task: 'unlock', ...request }, options);

export const linearizeDocument = (request: OneToOne, options: TaskOptions): Promise<PdfMade> =>
  runTask({ task: 'linearize', ...request }, options);

export const repairDocument = (request: OneToOne, options: TaskOptions): Promise<PdfMade> =>
  runTask({ task: 'repair', ...request }, options);

/** Metadata of a document; an empty text removes an entry. */
export type DocumentInfo = Partial<Record<'title' | 'author' | 'subject' | 'keywords', string>>;
type DocumentOrigin = Partial<Record<'creator' | 'producer' | 'created' | 'modified', string>>;

export const describeDocument = (
  request: OneToOne & {
    set: DocumentInfo & DocumentOrigin;
    /** Entries of the caller's own. */
    custom: Record<string, string>;
    clear: boolean;
  },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'metadata', ...request }, options);

type Colour = readonly [red: number, green: number, blue: number];

/** Lines of one colour in fields, typeset at a size of 100 points: a page for each. */
export interface FieldLabels {
  path: string;
  texts: string[];
  colour: Colour;
  sizes: [width: number, height: number][];
}

/** Lines in fields whose letters their fonts do not have: nothing is done before they are typeset. */
export interface LabelsMissing extends PdfFacts {
  missing: { text: string; colour: Colour }[];
}

export interface WithLabels {
  labels?: FieldLabels[];
}

export const flattenDocument = (
  request: OneToOne & WithLabels & { fields: boolean; annotations: boolean },
  options: TaskOptions,
): Promise<(PdfMade & { flattened: number }) | LabelsMissing> =>
  runTask({ task: 'flatten', ...request }, options);

export interface PreparedPages extends PdfFacts {
  /** The number of pages in the document. */
  count: number;
  /** The indexes of the pages meant, each once, counted from 0. */
  indexes: number[];
  /** The indexes of pages whose fonts must come from the system. */
  withoutFonts: number[];
  /** The points to a unit, for each of the indexes. */
  units: number[];
  /** True if `output` was written, because the input is encrypted, broken or read differently by others. */
  rewritten: boolean;
}

export const preparePages = (
  /** More than `most` pages are refused before any is looked at. */
  request: OneToOne & { spans: readonly PageSpan[]; most: number },
  options: TaskOptions,
): Promise<PreparedPages> => runTask({ task: 'prepare', ...request }, options);

/** An image of a document, written out: a JPEG file, or rows of plain 8-bit samples. */
export interface Picture {
  /** All objects that hold the picture. */
  objects: [number: number, generation: number][];
  path: string;
  jpeg: boolean;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  /** The bytes that the picture takes in the document. */
  size: number;
  /** The pixels that the picture needs for the resolution asked for. */
  neededWidth: number;
  neededHeight: number;
  /** The dots per inch at which it is shown where it is largest. */
  resolution: number;
}

/** Extracts the pictures of a document; a document without any is `packed` at once, as compressDocument would. */
export const extractPictures = (
  request: OneToOne & { folder: string; dpi: number },
  options: TaskOptions,
): Promise<PdfMade & { pictures: Picture[]; packed: boolean }> =>
  runTask({ task: 'pictures', ...request }, options);

/** A smaller picture to replace another. */
export interface SmallerPicture {
  objects: Picture['objects'];
  /** A JPEG file, or the compressed rows of a PNG file. */
  path: string;
  encoding: 'jpeg' | 'rows';
  width: number;
  height: number;
  channels: Picture['channels'];
}

export const compressDocument = (
  request: OneToOne & { pictures: SmallerPicture[] },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'compress', ...request }, options);

export interface StampRequest {
  spans: readonly PageSpan[];
  /** A document with one page for all pages, or one for each. */
  labels: string;
  sizes: [width: number, height: number][];
  position: string;
  /** The angle in degrees anticlockwise. */
  angle: number;
  /** The distance from the edges in points. */
  margin: number;
  opacity: number;
  /** True if the stamp is under the content instead of over it. */
  behind: boolean;
  /** True if the stamp is scaled to fit the page, instead of keeping its own size. */
  fit: boolean;
}

export const stampPages = (
  request: OneToOne & StampRequest,
  options: TaskOptions,
): Promise<PdfMade & { stamped: number }> => runTask({ task: 'stamp', ...request }, options);

export interface OverlayRequest {
  spans: readonly PageSpan[];
  position: string;
  /** The upper left corner of the stamp, in points from that of the page as shown, instead of a position. */
  corner: readonly [x: number, y: number] | null;
  /** The area that the stamp fills as far as its proportions allow, in points as above, instead of a position. */
  box: readonly [x: number, y: number, width: number, height: number] | null;
  margin: number;
  /** Null: its own size, or smaller where it is larger than the page. */
  scale: number | null;
  /** The angle in degrees anticlockwise. */
  angle: number;
  opacity: number;
  /** True if the stamp is under the content instead of over it. */
  behind: boolean;
}

/** Puts the first page of the second document on pages of the first. */
export const overlayPages = (
  request: { inputs: [PdfInput, PdfInput]; output: string } & OverlayRequest,
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'overlay', ...request }, options);

export interface PreparedArchive extends PdfMade {
  info: DocumentInfo;
  /** The language of its text, empty if it names none. */
  language: string;
  /** True if it had tags, which the result has not. */
  untagged: boolean;
  /** The number of files that were attached to it. */
  attached: number;
  /** The number of fields and annotations that were drawn into the pages. */
  flattened: number;
  /** True if it had layers, which are merged. */
  layered: boolean;
  /** True if its XMP has properties that the result has not. */
  hadSpecialMetadata: boolean;
  /** True if some of its fonts must come from the system. */
  withoutFonts: boolean;
}

export const prepareArchive = (
  request: OneToOne & WithLabels,
  options: TaskOptions,
): Promise<PreparedArchive | LabelsMissing> => runTask({ task: 'archive_prepare', ...request }, options);

/** The part of the standard that an archive follows: PDF/A-2b or 3b. */
export type ArchivePart = 2 | 3;

/** Completes an archive, and fails where it breaks the rules. */
export const finishArchive = (
  request: {
    /** The written archive and, for PDF/A-3, the document it was made of, whose attachments are kept. */
    inputs: [written: PdfInput, original?: PdfInput];
    output: string;
    info: DocumentInfo;
    language: string;
    pages: number;
    part: ArchivePart;
  },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'archive_finish', ...request }, options);

/** Repairs an archive of another engine; `problems` are the rules it still breaks. */
export const amendArchive = (
  request: OneToOne,
  options: TaskOptions,
): Promise<PdfMade & { problems: string[] }> => runTask({ task: 'archive_amend', ...request }, options);

export interface PageLayer {
  /** The index of the page, counted from 0. */
  index: number;
  /** The page's size as shown. Places of words are measured in points from its lower left. */
  width: number;
  height: number;
  /** A file of text-showing operators, with `/Text` for the font. Nothing is added where it is left out. */
  content?: string;
  /** The degrees by which the page is turned clockwise to be upright. */
  turn?: number;
}

/** Adds invisible text to pages of a document that needs no password. Everything else stays as it is. */
export const addTextLayers = (
  request: OneToOne & { pages: readonly PageLayer[] },
): Promise<{ pages: number }> => runTask({ task: 'add_text_layers', ...request });

/**
 * Removes the invisible text that earlier recognition left from pages (from 0); writes nothing where there was none.
 */
export const removeTextLayers = (
  request: OneToOne & { pages: readonly number[] },
): Promise<{ removed: number[] }> => runTask({ task: 'remove_text_layers', ...request });

/**
 * Counts the pages that are to be read, and fails with `limit_exceeded` where one of them unpacks to more than a program should
 * be started on.
 */
export const checkContent = (request: {
  inputs: [PdfInput];
  spans: readonly PageSpan[];
}): Promise<{ pages: number }> => runTask({ task: 'check_content', ...request });

/** A box of left, top, right and bottom, in points from the upper left of the page as the reader sees it. */
export type DrawnBox = readonly [left: number, top: number, right: number, bottom: number];

/** Finds the thin lines, the pictures and the links of pages (from 1), in the order asked for. */
export const findDrawings = (request: {
  inputs: [PdfInput];
  pages: readonly number[];
}): Promise<{ pages: { rules: DrawnBox[]; images: DrawnBox[]; links: [DrawnBox, string][] }[] }> =>
  runTask({ task: 'drawings', ...request });

/** Makes a copy whose ligatures in right-to-left text list their letters in visual order, like all other glyphs. */
export const mirrorLigatures = (request: OneToOne): Promise<{ pages: number }> =>
  runTask({ task: 'mirror_ligatures', ...request });

/** Describes a document as the caller reads it. */
export const inspectDocument = (
  request: { inputs: [PdfInput]; spans: readonly PageSpan[] },
  options: TaskOptions,
): Promise<PdfFacts & { described: Record<string, unknown> & { pageCount: number } }> =>
  runTask({ task: 'info', ...request }, options);
