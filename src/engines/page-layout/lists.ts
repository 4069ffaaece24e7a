import type { ListMark } from './list-marks.ts';

/** Marks this close, in points, are of one level; further in by less than the other, of the next. */
const sameLevel = 6;
const deepestStep = 60;

interface Level {
  mark: ListMark;
  /** The mark of the item that is open. */
  last: ListMark;
}

const isNext = (level: Level, mark: ListMark): boolean =>
  level.mark.kind === mark.kind && (mark.kind === 'ul' || level.mark.type === mark.type);

/** Writes lists within lists, told by how far in their marks stand. */
export class Lists {
  readonly #parts: string[];
  readonly #levels: Level[] = [];

  constructor(parts: string[]) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#levels.length > 0;
  }

  get #innermost(): Level | undefined {
    return this.#levels.at(-1);
  }

  #close(innermost: Level): void {
    this.#levels.pop();
    this.#parts.push(`</li>\n</${innermost.mark.kind}>`);
  }

  close(): void {
    this.#closeWhile(() => true);
  }

  #closeWhile(isOver: (level: Level) => boolean): void {
    for (let level = this.#innermost; level && isOver(level); level = this.#innermost) this.#close(level);
  }

  #open(mark: ListMark): void {
    const type = mark.type === '1' ? '' : ` type="${mark.type}"`;
    const start = mark.kind === 'ol' && mark.value !== 1 ? ` start="${mark.value}"` : '';
    this.#parts.push(`<${mark.kind}${type}${start}>`);
    this.#levels.push({ mark, last: mark });
  }

  item(mark: ListMark, html: string): void {
    this.#closeWhile(level => mark.left < level.mark.left - sameLevel);
    // Another column, or what was closed to get here was no list of this one.
    if (this.#innermost && mark.left > this.#innermost.mark.left + deepestStep) this.close();
    const level = this.#innermost;
    const inner = level && mark.left > level.mark.left + sameLevel;
    // In a list of letters an `i.` may follow an `h.`
    const own =
      level && !inner && mark.type === 'i' && level.mark.type === 'a' && level.last.value === 8
        ? { ...mark, type: 'a' as const, value: 9 }
        : mark;
    if (level && !inner && isNext(level, own)) {
      this.#parts.push('</li>');
      level.last = own;
    } else {
      if (level && !inner) this.#close(level);
      this.#open(own);
    }
    this.#parts.push(`<li>${html}`);
  }

  /** Takes a paragraph that stands under the words of the open item, not under its mark. */
  paragraph(left: number, html: string): boolean {
    this.#closeWhile(level => left < level.last.textLeft - sameLevel && this.#levels.length > 1);
    const level = this.#innermost;
    if (!level || Math.abs(left - level.last.textLeft) > sameLevel / 2) return false;
    this.#parts.push(html);
    return true;
  }
}
