import { JobFailure } from '../../contract/failure.ts';
import { mostDepth } from './json-parser.ts';

/** An element as it stands: attributes in order, children as texts and elements in order. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

/** What internal entities may add up to; a bomb passes it in its first rounds. */
const mostExpansion = 1_000_000;

const nameStart =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const namePattern = new RegExp(
  `[${nameStart}][${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*`,
  'uy',
);
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const broken = (detail: string) => new JobFailure('unreadable_input', `xml: ${detail}`);

class XmlParser {
  #text: string;
  #at = 0;
  #expanded = 0;
  readonly #entities = new Map<string, string>([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
  ]);
  readonly #external = new Set<string>();
  #hasDoctype = false;

  constructor(text: string) {
    this.#text = text;
  }

  document(): XmlElement {
    // Comments, instructions and the document type are passed over unread, but hold no such characters either.
    if (forbidden.test(this.#text)) throw broken('a character that XML does not allow');
    if (this.#text.startsWith('<?xml')) this.#until('?>');
    this.#misc(true);
    if (this.#text[this.#at] !== '<') throw broken('no element');
    const root = this.#element();
    this.#misc(false);
    if (this.#at < this.#text.length) throw broken('more after the end');
    return root;
  }

  #until(end: string): string {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0) throw broken(`no ${end}`);
    const inner = this.#text.slice(this.#at, found);
    this.#at = found + end.length;
    return inner;
  }

  #space(): boolean {
    const start = this.#at;
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#at > start;
  }

  #name(): string {
    namePattern.lastIndex = this.#at;
    const found = namePattern.exec(this.#text)?.[0];
    if (!found) throw broken(`no name at ${this.#at}`);
    this.#at += found.length;
    return found;
  }

  /** Comments, instructions and, before the root, one document type. */
  #misc(before: boolean): void {
    for (;;) {
      this.#space();
      if (this.#text.startsWith('<!--', this.#at)) this.#comment();
      else if (this.#text.startsWith('<?', this.#at)) this.#instruction();
      else if (before && !this.#hasDoctype && this.#text.startsWith('<!DOCTYPE', this.#at)) this.#doctype();
      else return;
    }
  }

  #comment(): void {
    this.#at += 4;
    if (this.#until('-->').includes('--')) throw broken('two hyphens in a comment');
  }

  #instruction(): void {
    this.#at += 2;
    if (/^xml$/i.test(this.#name())) throw broken('a declaration that is not at the beginning');
    this.#until('?>');
  }

  /** Internal entities are kept, external ones only noted: nothing is ever fetched. */
  #doctype(): void {
    this.#hasDoctype = true;
    this.#at += 9;
    let depth = 0;
    for (;;) {
      const next = /[[\]<>"']/g;
      next.lastIndex = this.#at;
      const found = next.exec(this.#text);
      if (!found) throw broken('a document type that never ends');
      this.#at = found.index + 1;
      const sign = found[0];
      if (sign === '"' || sign === "'") this.#until(sign);
      else if (sign === '[') depth++;
      else if (sign === ']') depth--;
      else if (sign === '>' && depth === 0) return;
      else if (sign === '<') {
        if (this.#text.startsWith('!--', this.#at)) {
          this.#at--;
          this.#comment();
        } else if (this.#text.startsWith('?', this.#at)) this.#until('?>');
        else this.#declaration();
      }
    }
  }

  #declaration(): void {
    const quoted: string[] = [];
    const { text: head, sign: first } = this.#untilSign();
    for (let sign = first; sign !== '>'; sign = this.#untilSign().sign) quoted.push(this.#until(sign));
    const model = /^!ELEMENT\s([\s\S]*)$/.exec(head)?.[1];
    if (model && model.split('(').length !== model.split(')').length)
      throw broken('a content model that never ends');
    const [, name] = /^!ENTITY\s+(?!%)(\S+)/.exec(head) ?? [];
    if (!name || this.#entities.has(name) || this.#external.has(name)) return;
    if (/\s(SYSTEM|PUBLIC)\s/.test(head)) this.#external.add(name);
    // References to characters are resolved where an entity is declared, those to entities where it is used.
    else
      this.#entities.set(
        name,
        (quoted[0] ?? '').replace(/&#(?:\d+|x[0-9a-fA-F]+);/g, one => this.#resolved(one)),
      );
  }

  /** What stands before the end of a declaration or a quote within it. */
  #untilSign(): { text: string; sign: string } {
    const next = /[>"']/g;
    next.lastIndex = this.#at;
    const found = next.exec(this.#text);
    if (!found) throw broken('a declaration that never ends');
    const text = this.#text.slice(this.#at, found.index);
    this.#at = found.index + 1;
    return { text, sign: found[0] };
  }

  #count(length: number): void {
    this.#expanded += length + 1;
    if (this.#expanded > mostExpansion)
      throw new JobFailure('limit_exceeded', 'xml: entities unfold to too much');
  }

  /** An entity that holds elements takes the place of its reference, to be read as if it had stood there. */
  #unfolded(raw: string): string {
    for (const { 0: reference, index } of raw.matchAll(/&([^#;\s&<][^;\s&<]*);/g)) {
      const value = this.#entities.get(reference.slice(1, -1));
      if (!value || value.length < 2 || !value.includes('<')) continue;
      this.#count(value.length);
      const at = this.#at + index;
      this.#text = this.#text.slice(0, at) + value + this.#text.slice(at + reference.length);
      return raw.slice(0, index);
    }
    return raw;
  }

  /** Text with its references resolved. An entity's own text may hold references, counted as they unfold. */
  #resolved(raw: string, depth = 0): string {
    if (!raw.includes('&')) return raw;
    if (depth > 20) throw new JobFailure('limit_exceeded', 'xml: entities within entities');
    return raw.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|([^;\s&<]+));|&/g, (_, decimal, hex, name) => {
      if (decimal || hex) {
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        const isNone = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
        const character = String.fromCodePoint(isNone ? 0 : code);
        if (forbidden.test(character)) throw broken('a reference to no character');
        return character;
      }
      const value = this.#entities.get(name);
      if (value === undefined) {
        if (this.#external.has(name)) throw new JobFailure('limit_exceeded', 'xml: an external entity');
        if (this.#hasDoctype && name) return `&${name};`;
        throw broken(`no entity ${name ?? ''}`);
      }
      if (value.length === 1) return value;
      this.#count(value.length);
      if (value.includes('<')) throw broken('an entity with elements in an attribute');
      return this.#resolved(value, depth + 1);
    });
  }

  #attributes(): Map<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      const spaced = this.#space();
      const next = this.#text[this.#at];
      if (next === '>' || next === '/' || next === undefined) return attributes;
      if (!spaced) throw broken('attributes without space between them');
      const name = this.#name();
      this.#space();
      if (this.#text[this.#at++] !== '=') throw broken(`no value for ${name}`);
      this.#space();
      const quote = this.#text[this.#at++];
      if (quote !== '"' && quote !== "'") throw broken(`no quotes around ${name}`);
      const raw = this.#until(quote);
      if (raw.includes('<')) throw broken(`< in ${name}`);
      if (attributes.has(name)) throw broken(`${name} twice`);
      attributes.set(name, this.#resolved(raw.replace(/\r\n|[\t\r\n]/g, ' ')));
    }
  }

  /** Without recursion: what is open stands on a list of our own. */
  #element(): XmlElement {
    const open: XmlElement[] = [];
    for (;;) {
      if (this.#text.startsWith('</', this.#at)) {
        this.#at += 2;
        const name = this.#name();
        this.#space();
        if (this.#text[this.#at++] !== '>') throw broken(`</${name} without end`);
        const closed = open.pop();
        if (!closed || closed.name !== name) throw broken(`</${name}> closes ${closed?.name ?? 'nothing'}`);
        if (!open.length) return closed;
      } else if (this.#text.startsWith('<!--', this.#at)) this.#comment();
      else if (this.#text.startsWith('<![CDATA[', this.#at)) {
        this.#at += 9;
        const raw = this.#until(']]>');
        addText(open.at(-1), raw);
      } else if (this.#text.startsWith('<?', this.#at)) this.#instruction();
      else if (this.#text[this.#at] === '<') {
        this.#at++;
        const element: XmlElement = { name: this.#name(), attributes: this.#attributes(), children: [] };
        open.at(-1)?.children.push(element);
        if (this.#text[this.#at] === '/') {
          this.#at++;
          if (!open.length) {
            if (this.#text[this.#at++] !== '>') throw broken('a tag without end');
            return element;
          }
        } else open.push(element);
        if (this.#text[this.#at++] !== '>') throw broken('a tag without end');
        if (open.length > mostDepth) throw new JobFailure('limit_exceeded', 'xml: nested too deep');
      } else {
        const end = this.#text.indexOf('<', this.#at);
        if (end < 0) throw broken(`${open.at(-1)?.name} is never closed`);
        const raw = this.#unfolded(this.#text.slice(this.#at, end));
        if (raw.includes(']]>')) throw broken(']]> in text');
        this.#at += raw.length;
        addText(open.at(-1), this.#resolved(raw));
      }
    }
  }
}

function addText(element: XmlElement | undefined, text: string): void {
  if (!element) throw broken('text before the first element');
  const { children } = element;
  if (typeof children.at(-1) === 'string') children[children.length - 1] += text;
  else if (text) children.push(text);
}

/** Parses a well-formed document; anything else is a failure that says why. */
export const parseXml = (text: string): XmlElement => new XmlParser(text.replace(/\r\n?/g, '\n')).document();
