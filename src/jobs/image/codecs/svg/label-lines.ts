/** A piece of a label's text with one look. */
export interface TextRun {
  text: string;
  bold: boolean;
  italic: boolean;
}

export type TextLine = TextRun[];

/** Typical widths of characters, as a share of the font's size. */
const charWidths: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!]/, 0.28],
  [/[ftr()[\]\- ]/, 0.35],
  [/[mwMW@%]/, 0.85],
  [/[A-Z&]/, 0.67],
  [/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]|[^\0-\uffff]/u, 1],
];

/** Estimates how wide a text is drawn, in the unit of the font's size. */
function estimateTextWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const char of text) width += charWidths.find(([pattern]) => pattern.test(char))?.[1] ?? 0.55;
  return width * fontSize;
}

const measureLine = (line: TextLine, fontSize: number): number =>
  line.reduce((sum, { text, bold }) => sum + estimateTextWidth(text, fontSize) * (bold ? 1.08 : 1), 0);

/** Breaks lines between words where they are wider than a label. A word that is too wide stays whole. */
export function wrapLines(lines: readonly TextLine[], width: number, fontSize: number): TextLine[] {
  // The estimate may be a little too wide: a text that nearly fits is taken for one that does.
  const limit = width * 1.12;
  return lines.flatMap(line => {
    if (measureLine(line, fontSize) <= limit) return [line];
    const wrapped: TextLine[] = [[]];
    for (const run of line)
      for (const word of run.text.split(/(?<= )/)) {
        const last = wrapped.at(-1)!;
        const piece = { ...run, text: word };
        if (
          last.length === 0 ||
          measureLine([...last, { ...piece, text: word.trimEnd() }], fontSize) <= limit
        )
          last.push(piece);
        else wrapped.push([piece]);
      }
    return wrapped.map(joinRuns);
  });
}

/** Joins neighbouring pieces of the same look and trims the ends of a line. */
function joinRuns(line: TextLine): TextLine {
  const joined: TextLine = [];
  for (const run of line) {
    const last = joined.at(-1);
    if (last && last.bold === run.bold && last.italic === run.italic) last.text += run.text;
    else joined.push({ ...run });
  }
  return trimLine(joined);
}

/** Removes blanks at the ends of a line and runs without text. */
export function trimLine(line: TextLine): TextLine {
  const runs = line.filter(({ text }) => text !== '').map(run => ({ ...run }));
  if (runs.length > 0) {
    runs[0]!.text = runs[0]!.text.trimStart();
    runs.at(-1)!.text = runs.at(-1)!.text.trimEnd();
  }
  return runs.filter(({ text }) => text !== '');
}
