/** A text that is shown for a while. Its only marks are `<i>`, `<b>` and `<u>`; `<`, `>` and `&` are escaped otherwise. */
export interface Cue {
  /** The start and the end in seconds. */
  start: number;
  end: number;
  text: string;
}

export interface Subtitles {
  cues: Cue[];
  /** True if places, colours, drawings or the like were left out. */
  isIncomplete: boolean;
}

const kept = new Set(['i', 'b', 'u']);
/** Other tags that players of SubRip know. Anything else in angle brackets is text. */
const known = new Set('br c em font lang p rt ruby s span strike strong v'.split(' '));

/** Escapes text that has no marks. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const unescapeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&');

/** Returns the text without its marks, as it is read. */
export const removeMarks = (text: string): string => unescapeText(text.replaceAll(/<\/?[ibu]>/g, ''));

/** Keeps the marks of text that has tags; `isEscaped`: its other signs are escaped already. */
export function readTags(text: string, isEscaped: boolean): { text: string; isIncomplete: boolean } {
  let isIncomplete = false;
  const clean = isEscaped ? (part: string) => escapeText(unescapeText(part)) : escapeText;
  const parts = text.split(/(<\/?[a-zA-Z][^<>]*>|<\d[\d:.]*>)/);
  const read = parts.map((part, at) => {
    if (at % 2 === 0) return clean(part);
    const name = /^<\/?([a-zA-Z]+)/.exec(part)?.[1]?.toLowerCase() ?? '';
    if (kept.has(name)) return part.startsWith('</') ? `</${name}>` : `<${name}>`;
    if (!isEscaped && name && !known.has(name)) return clean(part);
    isIncomplete ||= name === 'font';
    if (name === 'br') return '\n';
    return '';
  });
  return { text: read.join('').trim(), isIncomplete };
}
