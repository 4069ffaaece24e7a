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
  /** True if it opened without a password but restricted what may be done with it, which no document made of it does. */
  restricted?: boolean;
  /** True if its form had an XFA part, which was removed. */
  withoutXfa?: boolean;
}

export interface PdfMade extends PdfFacts {
  pages: number;
}

/** Content that a document had and the one made of it has not. */
export interface DroppedContent {
  /** True if it had tags. */
  untagged: boolean;
  /** The number of files that were attached to it. */
  attached: number;
  /** True if its XMP had special properties. */
  hadSpecialMetadata: boolean;
}

/** A request that makes one document of one document. */
export interface OneToOne {
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
): Promise<PdfMade & Pick<DroppedContent, 'hadSpecialMetadata'>> =>
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
): Promise<PdfFacts & { files: PdfPart[] } & Pick<DroppedContent, 'untagged' | 'attached'>> =>
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
export type DocumentInfo = Partial<Record<'title' | 'author' | 'subject' | 'keywords' | 'created', string>>;
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

/** The kinds of data that a document holds besides its pages. */
export type HiddenData = 'metadata' | 'scripts' | 'attachments' | 'comments' | 'links' | 'fields' | 'layers';

/** Removes hidden data, and counts what was removed of each kind but metadata. Fields are drawn into their pages. */
export const sanitizeDocument = (
  request: OneToOne & WithLabels & { remove: readonly HiddenData[] },
  options: TaskOptions,
): Promise<(PdfMade & { removed: Partial<Record<HiddenData, number>> }) | LabelsMissing> =>
  runTask({ task: 'sanitize', ...request }, options);

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

/** Inverts the colours of all pages. Fields and comments are drawn into them before. */
export const invertColours = (
  request: OneToOne & WithLabels,
  options: TaskOptions,
): Promise<(PdfMade & { flattened: number }) | LabelsMissing> =>
  runTask({ task: 'invert', ...request }, options);

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

export interface PageLayer {
  /** The index of the page, counted from 0. */
  index: number;
  /** The page's size as shown. Places of words are measured in points from its lower left. */
  width: number;
  height: number;
  /** A file of text-showing operators, with `/Text` for the font. Nothing is added if it is left out. */
  content?: string;
  /** The degrees by which the page is turned clockwise to be upright. */
  turn?: number;
}

/** Adds invisible text to pages of a document that needs no password. Everything else stays as it is. */
export const addTextLayers = (
  request: OneToOne & { pages: readonly PageLayer[] },
): Promise<{ pages: number }> => runTask({ task: 'add_text_layers', ...request });

/**
 * Removes the invisible text that earlier recognition left from pages (from 0); writes nothing if there was none.
 */
export const removeTextLayers = (
  request: OneToOne & { pages: readonly number[] },
): Promise<{ removed: number[] }> => runTask({ task: 'remove_text_layers', ...request });

/**
 * Counts the pages that are to be read, and fails with `limit_exceeded` if one of them unpacks to more than other engines
 * should read.
 */
export const checkContent = (request: {
  inputs: [PdfInput];
  spans: readonly PageSpan[];
}): Promise<{ pages: number }> => runTask({ task: 'check_content', ...request });

/** Makes a copy whose ligatures in right-to-left text list their letters in visual order, like all other glyphs. */
export const mirrorLigatures = (request: OneToOne): Promise<{ pages: number }> =>
  runTask({ task: 'mirror_ligatures', ...request });

/** Draws emoji as pictures where their font is embedded without them; writes nothing if there are none. */
export const drawEmojiPictures = (request: OneToOne): Promise<{ drawn: number }> =>
  runTask({ task: 'emoji', ...request });

/** A page as the caller reads it: its size in points as it is shown, and what it contains. */
export interface DescribedPage {
  width: number;
  height: number;
  rotation: number;
  text: 'visible' | 'invisible' | 'none';
  pictures: number;
}

/** Describes a document as the caller reads it. */
export const inspectDocument = (
  request: { inputs: [PdfInput]; spans: readonly PageSpan[] },
  options: TaskOptions,
): Promise<
  PdfFacts & {
    described: Record<string, unknown> & {
      pageCount: number;
      metadata: Record<string, unknown>;
      pages: DescribedPage[];
    };
  }
> => runTask({ task: 'info', ...request }, options);
