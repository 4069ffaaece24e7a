import { JobFailure } from '../../contract/failure.ts';
import { readNumber, type Value, type ValueObject } from '../../tabular/values.ts';

export const maxDepth = 1000;

const broken = (detail: string) => new JobFailure('unreadable_input', `json: ${detail}`);
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;

/** Parses JSON as RFC 8259 has it and nothing beyond, and keeps every digit of a number and the order of keys. */
class JsonParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Value {
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw broken(`more after the end, at ${this.#at}`);
    return value;
  }

  #skip(): number {
    const code = this.#text.charCodeAt(this.#at);
    if (code <= 32) {
      space.lastIndex = this.#at;
      space.exec(this.#text);
      this.#at = space.lastIndex;
    }
    return this.#text.charCodeAt(this.#at);
  }

  #value(depth: number): Value {
    if (depth > maxDepth)
      throw new JobFailure(
        this.#isBalanced() ? 'limit_exceeded' : 'unreadable_input',
        'json: nested too deep',
      );
    switch (this.#skip()) {
      case 34:
        return this.#string();
      case 123:
        return this.#object(depth);
      case 91:
        return this.#array(depth);
      case 116:
        return this.#word('true', true);
      case 102:
        return this.#word('false', false);
      case 110:
        return this.#word('null', null);
      default:
        number.lastIndex = this.#at;
        {
          const found = number.exec(this.#text);
          if (!found) throw broken(`nothing known at ${this.#at}`);
          this.#at = number.lastIndex;
          return readNumber(found[0]);
        }
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw broken(`nothing known at ${this.#at}`);
    this.#at += word.length;
    return value;
  }

  #string(): string {
    const start = this.#at;
    let end = start;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) throw broken('a text that never ends');
    } while (this.#isEscaped(end));
    this.#at = end + 1;
    const raw = this.#text.slice(start + 1, end);
    if (!/[\\\x00-\x1f]/.test(raw)) return raw;
    try {
      return JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch {
      throw broken(`a broken text at ${start}`);
    }
  }

  #isEscaped(at: number): boolean {
    let back = at - 1;
    while (this.#text.charCodeAt(back) === 92) back--;
    return (at - 1 - back) % 2 === 1;
  }

  #array(depth: number): Value[] {
    const items: Value[] = [];
    this.#at++;
    if (this.#skip() === 93) {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.#value(depth + 1));
      const code = this.#skip();
      this.#at++;
      if (code === 93) return items;
      if (code !== 44) throw broken(`no comma at ${this.#at - 1}`);
    }
  }

  #object(depth: number): ValueObject {
    const object: ValueObject = new Map();
    this.#at++;
    if (this.#skip() === 125) {
      this.#at++;
      return object;
    }
    for (;;) {
      if (this.#skip() !== 34) throw broken(`no key at ${this.#at}`);
      const key = this.#string();
      if (this.#skip() !== 58) throw broken(`no colon at ${this.#at}`);
      this.#at++;
      object.set(key, this.#value(depth + 1));
      const code = this.#skip();
      this.#at++;
      if (code === 125) return object;
      if (code !== 44) throw broken(`no comma at ${this.#at - 1}`);
    }
  }

  /** Tells whether every bracket is closed: a text that is too deep for us may also be broken. */
  #isBalanced(): boolean {
    let open = 0;
    for (const [token] of this.#text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
      if (token === '[' || token === '{') open++;
      else if (token === ']' || token === '}') open--;
    }
    return open === 0;
  }
}

export const parseJson = (text: string): Value => new JsonParser(text).whole();
