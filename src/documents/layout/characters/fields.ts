import { around, type Box, heightOf, sharedArea, widthOf } from '../../boxes.ts';
import { type Field, makePlainStyle } from '../../source.ts';
import type { Word } from '../page.ts';

const largestType = 11;
/** Below this a field has more than one line. */
const lineHeight = 1.25;

/**
 * Reads the values of form fields as words at their positions. Text that the page itself has there is not
 * repeated.
 */
export function readFields(fields: readonly Field[], words: readonly Word[]): Word[] {
  const isTaken = (box: Box) =>
    words.some(word => sharedArea(word, box) > 0.3 * widthOf(word) * heightOf(word));
  return fields.flatMap(field => {
    if (field.kind === 'check')
      return isTaken(field) ? [] : [makeWord(field.checked ? '☑' : '☐', field, field)];
    return isTaken(field) ? [] : fillField(field);
  });
}

function makeWord(text: string, box: Box, field: Field): Word {
  const size = Math.min(largestType, 0.8 * heightOf(field));
  const baseline = box.top + (heightOf(box) + 0.6 * size) / 2;
  return {
    ...around([box]),
    top: baseline - 0.78 * size,
    bottom: baseline + 0.22 * size,
    text,
    baseline,
    style: makePlainStyle(size),
    glued: false,
  };
}

/** Makes the lines of a field's text. The width of each word is its share of the letters. */
function fillField(field: Field): Word[] {
  const lines = field.text.split(/[\r\n]+/).filter(line => line.trim() !== '');
  const height = Math.min(heightOf(field) / Math.max(1, lines.length), largestType * lineHeight);
  const from = lines.length === 1 ? field.top + (heightOf(field) - height) / 2 : field.top;
  return lines.flatMap((line, row) => {
    const letter = Math.min(
      0.5 * Math.min(largestType, 0.8 * height),
      widthOf(field) / Math.max(1, line.length),
    );
    return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => {
      const left = field.left + 2 + index * letter;
      const box = {
        left,
        right: left + text.length * letter,
        top: from + row * height,
        bottom: from + (row + 1) * height,
      };
      return makeWord(text, box, { ...field, top: box.top, bottom: box.bottom });
    });
  });
}
