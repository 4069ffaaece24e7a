import { around, type Box, heightOf, isPost, sharedX, sharedY, widthOf } from '../../boxes.ts';
import { isFormulaFont } from '../formula-fonts.ts';
import { joinWords, type Line, type Word } from '../page.ts';
import { overRoot, writeLatex } from './latex.ts';
import { isFunctionName } from './symbols.ts';

/** The part that a word plays: a sign of a formula, a relation, a number or stop that may stand beside signs, or text. */
type Role = 'sign' | 'relation' | 'neutral' | 'text';

const relations = /^[=<>≤≥≠≈≡∼≃∝≪≫∈∉⊂⊆→⇒⇔↦+±−–×·∗/|]+$/u;
const neutral = /^[\d.,:;()[\]{}|!%′'/+=−–-]+$/u;
/** Signs that formula fonts lend to text: bullets, marks of notes, dashes. */
const lent = /^[∗*†‡§¶•·−–\-|<>{}\\/◦⋄♦♣♠♥✓×±.,:;]+$/u;

/** Words of another size and height belong to the word before them. */
const scriptSize = 0.85;
const minShift = 0.08;

const isScript = (word: Word, { size, baseline }: Line): boolean =>
  word.style.size < scriptSize * size && Math.abs(word.baseline - baseline) > minShift * size;

function findRoles(line: Line): Role[] {
  const roles: Role[] = [];
  for (const [at, word] of line.words.entries()) {
    const { text, style, glued } = word;
    const follows = glued && (roles[at - 1] ?? 'text') !== 'text';
    if (isFormulaFont(style.font)) roles.push(relations.test(text) ? 'relation' : 'sign');
    else if (follows && isScript(word, line)) roles.push('sign');
    else if (relations.test(text)) roles.push('relation');
    else roles.push(neutral.test(text) || isFunctionName(text) ? 'neutral' : 'text');
  }
  return roles;
}

const countOf = (text: string, signs: string): number =>
  [...text].filter(sign => signs.includes(sign)).length;

/** Returns the number of brackets that are opened in a stretch and not closed; negative if more are closed. */
const countOpen = (words: readonly Word[]): number => {
  const text = joinWords(words);
  return countOf(text, '([{') - countOf(text, ')]}');
};

/** Returns the range of a stretch without what belongs to the sentence around it: numbers beside it, stops, and brackets of the sentence. */
function trim(words: readonly Word[], roles: readonly Role[], from: number, to: number): [number, number] {
  let [start, end] = [from, to];
  // A bracket that closes one of the formula belongs to the formula.
  const isLoose = (at: number) =>
    roles[at] === 'neutral' &&
    !isFunctionName(words[at]!.text) &&
    !(countOpen([words[at]!]) !== 0 && countOpen(words.slice(start, end)) === 0);
  for (let before = -1; before !== end - start; ) {
    before = end - start;
    const [first, last] = [words[start], words[end - 1]];
    if (!first || !last || start >= end) break;
    const own = words.slice(start, end);
    const leads = words[start + 1]?.glued || roles[start + 1] === 'relation';
    if (isLoose(start) && (!leads || /^[.,:;)\]}]+$/.test(first.text))) start++;
    else if (/^[([{]+$/.test(first.text) && countOpen(own) > 0) start++;
    if (
      isLoose(end - 1) &&
      (!(last.glued || roles[end - 2] === 'relation') || /^[.,:;([{]+$/.test(last.text))
    )
      end--;
    else if (/^[)\]}.,:;]+$/.test(last.text) && countOpen(own) < 0) end--;
    else if (isFunctionName(last.text)) end--;
  }
  return [start, Math.max(start, end)];
}

/** Returns true if a stretch has a letter or sign that text does not have. */
const isFormula = (words: readonly Word[], roles: readonly Role[]): boolean =>
  words.some(({ text, style }, at) => roles[at] === 'sign' && isFormulaFont(style.font) && !lent.test(text));

/** A stop behind a letter is about this wide, in type sizes. */
const stopWidth = 0.28;

/** Cuts the brackets and stops that a word begins or ends with from its letters, so that a formula can begin or end between them. */
function cutSigns(words: readonly Word[]): Word[] {
  return words.flatMap((word, at): Word[] => {
    const isOwn = isFormulaFont(word.style.font);
    const parts = isOwn
      ? /^()(.*[^.,:;])([.,:;]+)$/u.exec(word.text)
      : (word.glued && /^([)\]}]+)(.+)()$/u.exec(word.text)) ||
        (words[at + 1]?.glued && /^()(.+?)([([{]+)$/u.exec(word.text)) ||
        /^()([\d)\]}.]*[\d)\]}])([.,:;]+)$/u.exec(word.text);
    if (!parts) return [word];
    const [, head = '', middle = '', tail = ''] = parts;
    const step = stopWidth * word.style.size;
    const [left, right] = [word.left + head.length * step, word.right - tail.length * step];
    return [
      ...(head === '' ? [] : [{ ...word, text: head, right: left }]),
      { ...word, text: middle, left, right, glued: head === '' ? word.glued : true },
      ...(tail === '' ? [] : [{ ...word, text: tail, left: right, glued: true }]),
    ];
  });
}

/** A line of text in which each word of a formula has the formula as LaTeX. */
export interface MarkedLine {
  words: Word[];
  latex: ReadonlyMap<Word, string>;
}

/** Finds the formulas within a line of text by the fonts that only formulas have. */
export function markFormulas(line: Line, rules: readonly Box[]): MarkedLine {
  if (line.latex !== undefined || !line.words.some(({ style }) => isFormulaFont(style.font)))
    return { words: line.words, latex: new Map() };
  const words = cutSigns(line.words);
  const roles = findRoles({ ...line, words });
  const latex = new Map<Word, string>();
  for (let from = 0; from < words.length; ) {
    let to = from;
    while (to < words.length && roles[to] !== 'text') to++;
    const [start, end] = trim(words, roles, from, to);
    const own = words.slice(start, end);
    if (isFormula(own, roles.slice(start, end))) {
      const written = writeLatex(own, findBars(own, rules));
      for (const word of own) latex.set(word, written);
    }
    from = to + 1;
  }
  return { words, latex };
}

/** Finds the lines over roots and between the parts of fractions. */
function findBars(words: readonly Word[], rules: readonly Box[]): Box[] {
  const box = around(words);
  return rules.filter(
    rule =>
      !isPost(rule) &&
      heightOf(rule) < 2 &&
      sharedX(rule, box) > 0.75 * widthOf(rule) &&
      sharedY(rule, box) > -overRoot,
  );
}
