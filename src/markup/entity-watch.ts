import { JobFailure } from '../contract/failure.ts';

const maxProlog = 1 << 20;

/** Tells XML by its beginning, because a part of a document may have any name. */
function beginsAsXml(chunk: Buffer): boolean {
  const start = chunk.toString('latin1', 0, 4096).replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*/, '');
  return start === '' || start.startsWith('<');
}

const maxHarmless = 100;
/** A declaration of a short text, as drawings of Illustrator have for the names of their namespaces. */
const harmless = /<!ENTITY\s+[\w.-]+\s+(?:"[^"&%<]{0,200}"|'[^'&%<]{0,200}')\s*>/g;

function isHarmless(text: string): boolean {
  const count = text.split('<!ENTITY').length - 1;
  return count <= maxHarmless && text.match(harmless)?.length === count;
}

/**
 * Refuses XML that declares entities: office formats have no use for them, and XML bombs and file theft are built with
 * them.
 */
export class EntityWatch {
  readonly #name: string;
  readonly #head: Buffer[] = [];
  #length = 0;
  #nextLook = 0;
  #isOver: boolean | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Returns true if nothing can be declared any more. */
  get isOver(): boolean {
    return this.#isOver === true;
  }

  see(chunk: Buffer): void {
    this.#isOver ??= !beginsAsXml(chunk);
    if (this.#isOver) return;
    this.#head.push(chunk);
    this.#length += chunk.length;
    if (this.#length >= this.#nextLook) this.look(false);
  }

  /** Checks what has come so far each time it has doubled, and at the end. Checking every chunk would take quadratic time. */
  look(isEnd = true): void {
    if (this.#isOver !== false) return;
    this.#nextLook = this.#length * 2;
    const text = Buffer.concat(this.#head).toString('latin1').replaceAll('\0', '');
    const last = text.lastIndexOf('<!ENTITY');
    const isCut = !isEnd && this.#length < maxProlog && !text.includes('>', last);
    if (last >= 0 && isCut) return;
    if (last >= 0 && !(this.#name.toLowerCase().endsWith('.svg') && isHarmless(text)))
      throw new JobFailure('limit_exceeded', `${this.#name}: declares XML entities`);
    // After the root element has begun nothing can be declared any more.
    const rest = text.replace(/<!--[\s\S]*?(-->|$)|<\?[\s\S]*?(\?>|$)/g, '');
    const hasRoot = /<[^!]/.test(rest);
    if (!hasRoot && this.#length > maxProlog)
      throw new JobFailure('limit_exceeded', `${this.#name}: ${this.#length} bytes before its XML begins`);
    this.#isOver = hasRoot && (!rest.includes('<!DOCTYPE') || this.#length > maxProlog);
  }
}
