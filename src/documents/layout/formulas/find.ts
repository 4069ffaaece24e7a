import { type Filled, splitBefore } from '../../../lists.ts';
import { around, type Box, heightOf, isPost, middleY, sharedX, sharedY, widthOf } from '../../boxes.ts';
import { makeLine } from '../characters/lines.ts';
import { joinWords, type Line, type Word } from '../page.ts';
import { writeLatex } from './latex.ts';
import { isFunctionName, relation } from './symbols.ts';

/** Lines of one formula are at most this far apart, in type sizes, down the page and across it. */
const [closeDown, closeAcross] = [0.35, 3];
/** The number of a formula stands further to the right. */
const number = /^\((\d{1,3}(?:\.\d{1,3})*[a-z]?)\)$/;
const mostLines = 14;
const mostWords = 80;
/** Words that stand within formulas. */
const connecting = /^(?:if|for|and|or|where|with|otherwise|all|mod)[,.]?$/;

const isWord = ({ text, style }: Word): boolean =>
  /\p{L}{3}/u.test(text) &&
  !isFunctionName(text) &&
  !connecting.test(text) &&
  !(style.italic && text.length < 4);

const mathFont = /math|cmmi|cmsy|cmex|symbol|stix|cambria/i;

/** Returns true if a line may be a part of a formula: it has no words. */
const mayBePart = (line: Line): boolean =>
  line.words.length <= mostWords &&
  !line.words.some(isWord) &&
  line.words.every(({ text }) => !/^[☐☑•]/u.test(text));

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
  const distance = (line: Line, [row]: Filled<Line>) => Math.abs(middleY(line) - middleY(row));
  const nearest = (line: Line) =>
    rows.reduce((best, row) => (distance(line, row) < distance(line, best) ? row : best));
  return [...Map.groupBy(lines, nearest).values()];
}

/** Returns true if a group of lines is a displayed formula: it says that something equals or is more than another. */
function isFormula(lines: readonly Line[]): boolean {
  const words = lines.flatMap(line => line.words);
  const text = words.map(word => word.text).join(' ');
  const letters = words.filter(word => /\p{L}/u.test(word.text));
  return (
    lines.length <= mostLines &&
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

function groupLines(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const near = groups.filter(group => group.some(other => areClose(line, other)));
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([...near.flat(), line]);
  }
  return groups;
}

/** Joins the lines of a displayed formula to one, with the number that stands beside it. */
function joinFormula(lines: readonly Line[], rules: readonly Box[], tag: Line | undefined): Line {
  const words = lines.flatMap(line => line.words).sort((a, b) => a.left - b.left);
  const box = around(words);
  const bars = rules.filter(
    rule =>
      !isPost(rule) &&
      heightOf(rule) < 2 &&
      sharedX(rule, box) > 0.9 * widthOf(rule) &&
      sharedY(rule, box) >= 0,
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
  const made = groupLines(parts)
    .flatMap(splitRows)
    .flatMap(group => {
      const isAlone = !others.some(line =>
        group.some(part => sharedY(part, line) > 0.2 * part.size && areClose(part, line)),
      );
      if (!isAlone || !isFormula(group)) return [];
      const tag = findNumber(group, lines);
      for (const line of tag ? [...group, tag] : group) taken.add(line);
      return [joinFormula(group, rules, tag)];
    });
  return made.length === 0 ? [...lines] : [...lines.filter(line => !taken.has(line)), ...made];
}
