import { JobFailure } from '../../contract/failure.ts';

/** Entities may add up to this many characters; a bomb passes it in its first rounds. */
const maxExpansion = 1_000_000;
const maxDepth = 20;

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const reference = /&(#\d+|#x[0-9a-fA-F]+|[^#;\s&<][^;\s&<]*);|&/g;

/** References in text; those in CDATA, comments, instructions and tags are passed over. */
const referenceInText =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<[^<>]*>|&([^#;\s&<][^;\s&<]*);/g;

const isMarkup = (value: string): boolean => /[<&]/.test(value) && value.length > 1;

export const broken = (detail: string) => new JobFailure('unreadable_input', `xml: ${detail}`);
const tooMuch = (detail: string) => new JobFailure('limit_exceeded', `xml: ${detail}`);

const isCharacter = (code: number): boolean =>
  [0x9, 0xa, 0xd].includes(code) ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

function readCharacter(name: string): string {
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (!isCharacter(code)) throw broken('a reference to no character');
  return String.fromCodePoint(code);
}

/** The entities that a document declares within itself. External ones are only noted: nothing is ever fetched. */
export class XmlEntities {
  readonly #values = new Map<string, string>();
  readonly #external = new Set<string>();
  #hasDoctype = false;
  #hasMarkup = false;
  #expanded = 0;

  /** Reads the declarations of a document type; the first of each name counts. */
  declare(doctype: string): void {
    this.#hasDoctype = true;
    const declarations =
      /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!(?<kind>[A-Z]+)(?<text>(?:"[^"]*"|'[^']*'|[^<>"'])*)>/g;
    for (const { groups } of doctype.matchAll(declarations)) {
      const { kind, text = '' } = groups ?? {};
      if (kind === 'ELEMENT' && text.split('(').length !== text.split(')').length)
        throw broken('a content model that never ends');
      const [, name, value] = (kind === 'ENTITY' && /^\s+([^\s%]\S*)\s+([\s\S]*)$/.exec(text)) || [];
      if (!name || !value || this.#values.has(name) || this.#external.has(name)) continue;
      if (/^(SYSTEM|PUBLIC)\s/.test(value)) this.#external.add(name);
      else this.#add(name, value.slice(1, value.lastIndexOf(value.charAt(0))));
    }
  }

  /** References to characters are resolved where an entity is declared, those to entities where it is used. */
  #add(name: string, text: string): void {
    const value = text.replace(/&(#\d+|#x[0-9a-fA-F]+);/g, (_, character: string) =>
      readCharacter(character),
    );
    this.#values.set(name, value);
    this.#hasMarkup ||= isMarkup(value);
  }

  /**
   * Puts entities that hold markup or name other entities in the place of their references in text, so that the parser
   * reads them as if they had stood there.
   */
  unfold(body: string, depth = 0): string {
    if (!this.#hasMarkup) return body;
    return body.replace(referenceInText, (whole, name?: string) => {
      const value = name && this.#values.get(name);
      if (!value || !isMarkup(value)) return whole;
      this.#count(value, depth);
      return this.unfold(value, depth + 1);
    });
  }

  /** Finds the text of an entity; undefined if the document has none of this name. */
  find(name: string, depth = 0): string | undefined {
    const value = predefined[name] ?? this.#values.get(name);
    if (value === undefined) {
      if (this.#external.has(name)) throw tooMuch('an external entity');
      // The part of the document type that lies elsewhere may declare it.
      return this.#hasDoctype ? `&${name};` : undefined;
    }
    if (value.length === 1) return value;
    this.#count(value, depth);
    if (value.includes('<')) throw broken('an entity with elements in an attribute');
    return value.replace(reference, (whole, inner?: string) => {
      if (inner === undefined) throw broken('an & that begins no reference');
      return inner.startsWith('#') ? readCharacter(inner) : (this.find(inner, depth + 1) ?? whole);
    });
  }

  #count({ length }: string, depth: number): void {
    this.#expanded += length + 1;
    if (this.#expanded > maxExpansion || depth > maxDepth) throw tooMuch('entities unfold to too much');
  }
}
