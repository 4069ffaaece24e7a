import { around, type Box, heightOf, holdsMiddle, isPost, sharedY, widthOf } from '../../boxes.ts';
import type { Field, Fill, SourcePage } from '../../source.ts';
import type { Word } from '../page.ts';

/** A box to tick has sides of this many points, and is at most this much wider than high, or higher than wide. */
const [smallest, largest] = [5, 20];
const boxShape = 1.7;
/** Lines closer than this, in points, are sides of one box. */
const near = 1.5;
/** Its label stands at most this far to the right, in type sizes, or this far to the left. */
const [labelRight, labelLeft] = [2.5, 1.2];
/** A page with more small lines is a drawing. */
const maxSides = 2000;
/** A tick is at most this share of its box's width: a larger shape is the filled box itself. */
const largestTick = 0.75;
/** A box that is drawn as an area is nearly as wide as high. */
const areaShape = 1.15;
const white = 0xf0f0f0;

const tick = /^[xX×✓✔✗✘✕✖☓■●]$/u;
const tickBox = /^[☐☑☒□❏❑❒◻]/u;

/** Returns true if a word begins with a box to tick. */
export const startsWithBox = ({ text }: Word): boolean => tickBox.test(text);

const isSide = (length: number): boolean => length >= smallest && length <= largest;

/** Finds small boxes that lines are drawn around, none of which touches another, as the cells of a grid do. */
function findBoxes(rules: readonly Box[]): Box[] {
  const across = rules.filter(rule => !isPost(rule) && isSide(widthOf(rule)));
  const down = rules.filter(rule => isPost(rule) && isSide(heightOf(rule)));
  if (across.length > maxSides || down.length > maxSides) return [];
  const rows = Map.groupBy(across, rule => Math.round(rule.left / 10));
  const posts = Map.groupBy(down, rule => Math.round(rule.left / 10));
  const listNear = (groups: ReadonlyMap<number, Box[]>, x: number): Box[] =>
    [-1, 0, 1].flatMap(step => groups.get(Math.round(x / 10) + step) ?? []);
  const found: Box[] = [];
  for (const upper of across) {
    const lower = listNear(rows, upper.left).find(
      rule =>
        isSide(rule.top - upper.top) &&
        Math.abs(rule.left - upper.left) < near &&
        Math.abs(rule.right - upper.right) < near,
    );
    if (!lower) continue;
    const box = around([upper, lower]);
    const shape = widthOf(box) / heightOf(box);
    const isClosed = [box.left, box.right].every(x =>
      listNear(posts, x).some(
        post =>
          Math.abs(post.left - x) < near &&
          Math.abs(post.top - box.top) < near &&
          Math.abs(post.bottom - box.bottom) < near,
      ),
    );
    const isKnown = found.some(({ left, top }) => Math.hypot(left - box.left, top - box.top) < 2 * near);
    if (isClosed && !isKnown && shape < boxShape && shape > 1 / boxShape) found.push(box);
  }
  return found.filter(box => !found.some(other => other !== box && areTouching(box, other)));
}

/**
 * Finds boxes that are drawn as areas: white ones, as browsers draw them, or one within another, of which only the edge is seen.
 */
function findAreas(fills: readonly Fill[]): Box[] {
  const small = fills.filter(
    fill =>
      isSide(widthOf(fill)) &&
      isSide(heightOf(fill)) &&
      widthOf(fill) < areaShape * heightOf(fill) &&
      heightOf(fill) < areaShape * widthOf(fill),
  );
  if (small.length > maxSides) return [];
  const isEdgeOf = (outer: Box, inner: Box) => {
    const edge = inner.left - outer.left;
    return edge > 0.2 && edge < near && Math.abs(inner.top - outer.top - edge) < 0.3;
  };
  // White areas side by side are the cells of a sheet.
  const isCell = (fill: Fill) =>
    fills.some(
      other => other !== fill && other.colour >= white && areTouching(fill, other) && !isInside(fill, other),
    );
  const found = small.filter(fill =>
    fill.colour >= white
      ? !isCell(fill)
      : small.some(inner => inner.colour === fill.colour && isEdgeOf(fill, inner)),
  );
  return found.filter(box => !found.some(other => other !== box && areTouching(box, other)));
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left > outer.left + near &&
  inner.right < outer.right - near &&
  inner.top > outer.top + near &&
  inner.bottom < outer.bottom - near;

const areTouching = (a: Box, b: Box): boolean =>
  a.left < b.right + near && b.left < a.right + near && a.top < b.bottom + near && b.top < a.bottom + near;

/** Finds the word that a box belongs to: the nearest on its right, otherwise the nearest on its left. */
function findLabel(box: Box, words: readonly Word[]): Word | undefined {
  const row = words.filter(
    word => sharedY(word, box) > 0.4 * Math.min(heightOf(word), heightOf(box)) && /\p{L}/u.test(word.text),
  );
  const right = row.filter(
    word => word.left > box.right - near && word.left - box.right < labelRight * word.style.size,
  );
  const left = row.filter(
    word => word.right < box.left + near && box.left - word.right < labelLeft * word.style.size,
  );
  return right.sort((a, b) => a.left - b.left)[0] ?? left.sort((a, b) => b.right - a.right)[0];
}

/** Puts a box before its label, or after a label on its left, as a part of that word. */
const addBox = (label: Word, box: Box, sign: string): Word =>
  box.left < label.left
    ? { ...label, text: `${sign} ${label.text}`, left: box.left }
    : { ...label, text: `${label.text} ${sign}`, right: box.right };

/**
 * Reads boxes to tick with their labels: those of forms, and those that are drawn as lines, with what is typed or drawn in them.
 * Their lines are no borders of cells. A box of a form without a label stands for itself.
 */
export function readTickBoxes(
  { rules, fills, dots, ticks, fields }: Pick<SourcePage, 'rules' | 'fills' | 'dots' | 'ticks' | 'fields'>,
  words: readonly Word[],
): { words: Word[]; rules: Box[]; dots: Box[]; fields: Field[] } {
  const own = new Set(words);
  const lines = new Set<Box>();
  const known = new Set<Field>();
  const read = (box: Box, isTicked: boolean): boolean => {
    const inside = [...own].filter(word => holdsMiddle(box, word));
    if (inside.length > 1 || inside.some(({ text }) => !tick.test(text))) return false;
    for (const word of inside) own.delete(word);
    const label = findLabel(box, [...own]);
    if (!label) {
      for (const word of inside) own.add(word);
      return false;
    }
    own.delete(label);
    own.add(addBox(label, box, isTicked || inside.length > 0 ? '☑' : '☐'));
    for (const rule of rules) if (isWithin(rule, box)) lines.add(rule);
    return true;
  };
  for (const field of fields)
    if (field.kind === 'check' && read(around([field]), field.checked)) known.add(field);
  const shapes = [...dots, ...ticks];
  const gone = new Set<Box>();
  for (const box of [...findBoxes(rules.filter(rule => !lines.has(rule))), ...findAreas(fills)]) {
    const inside = shapes.filter(shape => holdsMiddle(box, shape));
    const isTicked = inside.some(shape => widthOf(shape) < largestTick * widthOf(box));
    if (read(box, isTicked)) for (const shape of inside) gone.add(shape);
  }
  return {
    words: [...own],
    dots: dots.filter(dot => !gone.has(dot)),
    rules: rules.filter(rule => !lines.has(rule)),
    fields: fields.filter(field => !known.has(field)),
  };
}

const isWithin = (rule: Box, box: Box): boolean =>
  rule.left > box.left - near &&
  rule.right < box.right + near &&
  rule.top > box.top - near &&
  rule.bottom < box.bottom + near;
