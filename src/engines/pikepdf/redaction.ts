import type { PdfInput, PdfMade } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

/** A box in points from the upper left of the page as it is shown. */
export type AreaBox = readonly [left: number, top: number, right: number, bottom: number];

/** The parts of a page that are erased. */
export interface PageAreas {
  /** The index of the page, counted from 0. */
  index: number;
  /** Everything under these goes, glyphs that they touch included. */
  drawn: AreaBox[];
  /** Pictures and shapes under these go: they lie over words that were found. */
  words: AreaBox[];
  /** Boxes of the characters of those words. */
  characters: AreaBox[];
  /** Boxes around the points at which slanted characters of those words begin. */
  origins: AreaBox[];
}

interface SurveyRequest {
  inputs: [PdfInput];
  /** The plain copy, which is redacted afterwards. */
  output: string;
  /** The copy in which all text can be searched. Left out, with `texts`: nothing is searched for. */
  search?: string;
  /** A JSON file of `DocumentTexts`. */
  texts?: string;
}

export interface DocumentTexts {
  /** Texts outside of the pages' content, by their number. */
  texts: string[];
  /** Texts in embedded files, by their number. */
  embedded: string[];
  /** Names that its makers chose, each once. */
  names: string[];
  /** Texts that stand for shown ones, with the index of their page. */
  actualTexts: [page: number, text: string][];
}

export interface Survey extends PdfMade {
  units: number[];
  /** The indexes of pages that may show words which are no text. */
  marked: number[];
  /** The indexes of pages on which texts stand for shown ones. */
  pagesWithActualText: number[];
  /** Names of fonts that, with a character, do not tell what is drawn. */
  unsureFonts: string[];
}

export const surveyForRedaction = (request: SurveyRequest, options: TaskOptions): Promise<Survey> =>
  runTask({ task: 'redact_survey', ...request }, options);

/** A picture, or what says which of its pixels show, in a document that shows nothing else, a pixel to a point. */
export interface PicturePart {
  path: string;
  key: '/Image' | '/SMask' | '/Mask';
  kind: 'picture' | 'mask' | 'stencil';
  width: number;
  height: number;
  isLossy: boolean;
  isInverted: boolean;
}

export interface PlannedPicture {
  /** The parts to erase, as shares of its width and height from the upper left. */
  regions: AreaBox[];
  /** Empty for a picture of which nothing can be kept. */
  parts: PicturePart[];
}

/** The new pixels: a JPEG file, or deflated rows. */
export interface ErasedPart extends Pick<PicturePart, 'key' | 'kind' | 'width' | 'height'> {
  path: string;
  encoding: 'jpeg' | 'rows';
  channels: 1 | 3;
  bits: 1 | 8;
}

interface RedactionRequest {
  inputs: [PdfInput];
  folder: string;
  pages: readonly PageAreas[];
  /** The pages on which no text may stand for a shown one. */
  silenced: readonly number[];
}

/** Writes out the pictures that areas touch. */
export const planRedaction = (request: RedactionRequest): Promise<{ planned: PlannedPicture[] }> =>
  runTask({ task: 'redact', ...request });

export const redactDocument = (
  request: RedactionRequest & {
    output: string;
    pictures: readonly { parts: ErasedPart[] }[];
    /** New texts by their numbers. */
    texts: Record<string, string>;
    /** The numbers of texts in embedded files that are written over. */
    overwritten: readonly number[];
    /** New names by the old ones. */
    names: Record<string, string>;
    /** True if words are sought, which cannot be found in patterns: text goes from them. */
    isSearched: boolean;
    /** The colour of the boxes: red, green and blue from 0 to 1. */
    colour: readonly [number, number, number];
    /** A page with a text, drawn on each box. */
    label?: { path: string; size: [width: number, height: number] };
  },
  options: TaskOptions,
): Promise<PdfMade & { removed: number; annotations: number; hasLostPatternedText: boolean }> =>
  runTask({ task: 'redact', ...request }, options);
