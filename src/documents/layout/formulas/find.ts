import { type Filled, splitBefore } from '../../../lists.ts';
import { around, type Box, heightOf, isPost, middleY, sharedX, sharedY, widthOf } from '../../boxes.ts';
import { makeLine } from '../characters/lines.ts';
import { joinWords, type Line, type Word } from '../page.ts';
import { overRoot, writeLatex } from './latex.ts';
import { isFunctionName, relation } from './symbols.ts';

/** Lines of one formula are at most this far apart, in type sizes, down the page and across it. */
const [closeDown, closeAcross] = [0.35, 3];
/** The number of a formula stands further to the right. */
const number = /^\((\d{1,3}(?:\.\d{1,3})*[a-z]?)\)$/;
const besideNumber = 0.4;
const maxLines = 24;
const maxWords = 100;
/** Words that stand within formulas. */
const connecting = /^(?:if|for|and|or|where|with|otherwise|all|mod)[,.]?$/;

const isWord = ({ text, style }: Word): boolean =>
  /\p{L}{3}/u.test(text) &&
  !isFunctionName(text) &&
  !connecting.test(text) &&
  !(style.italic && text.length < 4);

const mathFont = /math|cmmi|cmsy|cmex|symbol|stix|cambria/i;

/** Lowered words are at most this share of the size of their line, and a bracket this far from a function's name, in type sizes. */
const scriptSize = 0.85;
const besideName = 0.3;

/** Returns true if a word is lowered, as a name is, or a function: a bracket follows it. */
const isName = (word: Word, next: Word | undefined, { size }: Line): boolean =>
  word.style.size < scriptSize * size ||
  /\p{L}\($/u.test(word.text) ||
  (next !== undefined && /^[([{]/.test(next.text) && next.left - word.right < besideName * size);

/** Returns true if a line may be a part of a formula: it has no words but names. */
const mayBePart = (line: Line): boolean =>
  line.words.length <= maxWords &&
  !line.words.some((word, at) => isWord(word) && !isName(word, line.words[at + 1], line)) &&
  line.words.every(({ text }) => !/^[☐☑•]/u.test(text));

/** The least width of a line of running text, in type sizes. */
const proseWidth = 12;
/** The least number of such lines in a column. */
const columnLines = 5;

/** Returns true if a line is part of running text in a column beside a formula, which it has nothing to do with. */
function isOtherColumn(line: Line, part: Line, lines: readonly Line[]): boolean {
  if (sharedX(line, part) > -line.size || widthOf(line) < proseWidth * line.size) return false;
  const alike = lines.filter(
    other =>
      Math.abs(other.left - line.left) < 2 &&
      Math.abs(other.size - line.size) < 0.5 &&
      widthOf(other) > proseWidth * other.size &&
      Math.abs(other.baseline - line.baseline) < 2 * columnLines * line.size,
  );
  return alike.length >= columnLines;
}

/** Splits a group in which several formulas stand one under the other. Each line belongs to the nearest of them. */
function splitRows(lines: readonly Line[]): Line[][] {
  const size = Math.max(...lines.map(line => line.size));
  const hasSign = (line: Line) =>
    line.size > 0.9 * size && line.words.some(word => /^[=≤≥≈≡∼]$/u.test(word.text));
  const rows = splitBefore(
    lines.filter(hasSign).sort((a, b) => a.baseline - b.baseline),
    (line, before) => line.baseline - before.baseline > size,
  );
  if (rows.length < 2) return [[...lines]];
  const measureDistance = (line: Line, [row]: Filled<Line>) => Math.abs(middleY(line) - middleY(row));
  const findNearest = (line: Line) =>
    rows.reduce((best, row) => (measureDistance(line, row) < measureDistance(line, best) ? row : best));
  return [...Map.groupBy(lines, findNearest).values()];
}

/** Returns true if a group of lines is a displayed formula: it says that something equals or is more than another. */
function isFormula(lines: readonly Line[]): boolean {
  const words = lines.flatMap(line => line.words);
  const text = words.map(word => word.text).join(' ');
  const letters = words.filter(word => /\p{L}/u.test(word.text));
  return (
    lines.length <= maxLines &&
    relation.test(text) &&
    words.length >= 3 &&
    !connecting.test(words[0]!.text) &&
    letters.some(
      ({ style, text: own }) => style.italic || mathFont.test(style.font) || /[\u0370-\u03ff]/.test(own),
    )
  );
}

/** Returns true if two lines stand close together, one above the other or side by side. */
function areClose(a: Line, b: Line): boolean {
  const size = Math.max(a.size, b.size);
  return sharedY(a, b) > -closeDown * size && sharedX(a, b) > -closeAcross * size;
}

/** A fraction's bar is at most this far from what stands above and below it, in type sizes. */
const closeToBar = 0.6;

/** Returns true if two lines stand above and below the bar of a fraction. */
function areParted(a: Line, b: Line, rules: readonly Box[]): boolean {
  const [above, below] = a.top < b.top ? [a, b] : [b, a];
  const reach = closeToBar * Math.max(a.size, b.size);
  return rules.some(
    rule =>
      !isPost(rule) &&
      Math.abs(rule.top - above.bottom) < reach &&
      Math.abs(below.top - rule.bottom) < reach &&
      [above, below].every(line => sharedX(line, rule) > 0) &&
      [above, below].some(line => line.left > rule.left - 2 && line.right < rule.right + 2),
  );
}

function groupLines(lines: readonly Line[], rules: readonly Box[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const near = groups.filter(group =>
      group.some(other => areClose(line, other) || areParted(line, other, rules)),
    );
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([...near.flat(), line]);
  }
  return groups;
}

/** Joins the lines of a displayed formula to one, with the number that stands beside it. */
function joinFormula(lines: readonly Line[], rules: readonly Box[], beside: Line | undefined): Line {
  const sorted = lines.flatMap(line => line.words).sort((a, b) => a.left - b.left);
  // In a narrow column the number is close to the formula.
  const [end, before] = [sorted.at(-1)!, sorted.at(-2)];
  const isNumbered =
    !beside && before && number.test(end.text) && end.left - before.right > besideNumber * end.style.size;
  const tag = isNumbered ? makeLine([end]) : beside;
  const words = isNumbered ? sorted.slice(0, -1) : sorted;
  const box = around(words);
  const bars = rules.filter(
    rule =>
      !isPost(rule) &&
      heightOf(rule) < 2 &&
      sharedX(rule, box) > 0.75 * widthOf(rule) &&
      sharedY(rule, box) > -overRoot,
  );
  const main = lines.reduce((most, line) => (widthOf(line) > widthOf(most) ? line : most));
  const latex = writeLatex(words, bars);
  const all = tag ? [...words, ...tag.words] : words;
  return {
    ...makeLine(all),
    baseline: main.baseline,
    size: main.size,
    latex: tag ? `${latex} \\tag{${readNumber(tag)}}` : latex,
    ...(lines.length > 1 && { isStacked: true }),
  };
}

const readNumber = ({ words }: Line): string | undefined => number.exec(joinWords(words))?.[1];

/** Finds the number of a formula: on its right, with nothing between. */
const findNumber = (group: readonly Line[], lines: readonly Line[]): Line | undefined => {
  const box = around(group);
  const beside = lines.filter(
    line => !group.includes(line) && line.left > box.right && sharedY(line, box) > 0.5 * line.size,
  );
  const first = beside.sort((a, b) => a.left - b.left)[0];
  return first && readNumber(first) !== undefined ? first : undefined;
};

/** Finds displayed formulas, which stand by themselves, and makes one line of each. */
export function joinFormulas(lines: readonly Line[], rules: readonly Box[]): Line[] {
  if (!lines.some(line => relation.test(joinWords(line.words)))) return [...lines];
  const parts = lines.filter(line => mayBePart(line) && readNumber(line) === undefined);
  const others = lines.filter(line => !parts.includes(line) && readNumber(line) === undefined);
  const taken = new Set<Line>();
  const made = groupLines(parts, rules)
    .flatMap(splitRows)
    .flatMap(group => {
      const isAlone = !others.some(line =>
        group.some(
          part =>
            sharedY(part, line) > 0.2 * part.size &&
            areClose(part, line) &&
            !isOtherColumn(line, part, lines),
        ),
      );
      if (!isAlone || !isFormula(group)) return [];
      const tag = findNumber(group, lines);
      for (const line of tag ? [...group, tag] : group) taken.add(line);
      return [joinFormula(group, rules, tag)];
    });
  return made.length === 0 ? [...lines] : [...lines.filter(line => !taken.has(line)), ...made];
}
