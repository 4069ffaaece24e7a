/** Signs that nobody sees: soft hyphens within lines, spaces and joiners without width, marks of direction. */
const unseenSigns = /[\0\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const softHyphens = /\u00ad/g;

/** Writes a text as it is searched: each letter in its usual form, without signs that nobody sees. */
export const foldLetters = (text: string): string => text.normalize('NFKC').replaceAll(unseenSigns, '');

/** Shows soft hyphens, which some programs write for all hyphens. */
export const showSoftHyphens = (text: string): string => text.replaceAll(softHyphens, '-');
