import { JobFailure } from '../../contract/failure.ts';
import { decodeWhole, findEncoding, joinChunks } from '../../encodings/encoding.ts';
import { readBeginning } from '../../encodings/pieces.ts';
import { formatScalar, isScalar, type Value, type ValueObject } from '../../tabular/values.ts';
import { maxTreeCharacters, type Source } from './source.ts';
import { decodeUnicode, findUnicodeEncoding } from './unicode.ts';
import { parseXml, type XmlElement } from './xml-parser.ts';

/**
 * Converts XML to values and back. An element is its text, or an object: attributes under "@name", children under their
 * names (repeated ones as a list), text beside either under "#text". Where order would be lost, because text and
 * elements mix or names alternate, the children stand in order under "#content". Comments and instructions are dropped.
 */
const nil = 'xsi:nil';
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Reads the text of a file. XML declares its encoding: bytes that the encoding does not allow are an error, not a
 * guess.
 */
async function readText(path: string): Promise<string> {
  const unicode = await findUnicodeEncoding(path);
  const head = readBeginning(path, 256);
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)/.exec(head.toString('latin1'))?.[1];
  // A byte order mark and zeros count for more than the declaration.
  if (unicode !== 'utf-8' || !declared || /^(utf-?8|utf-?16.*|ucs-?2)$/i.test(declared))
    return joinChunks(decodeUnicode(path, unicode), maxTreeCharacters);
  if (!findEncoding(declared)) throw new JobFailure('unreadable_input', `xml: encoding ${declared}`);
  const text = await decodeWhole(path, maxTreeCharacters, declared);
  if (text.includes('\ufffd')) throw new JobFailure('unreadable_input', `xml: no ${declared}`);
  return text;
}

function readElement(element: XmlElement): Value {
  const { attributes, children } = element;
  if (attributes.get(nil) === 'true' && !children.length) return null;
  const object: ValueObject = new Map([...attributes].map(([name, value]) => [`@${name}`, value]));
  const elements = children.filter(child => typeof child !== 'string');
  const said = children.filter(child => typeof child === 'string' && child.trim() !== '');
  if (!elements.length) {
    const text = children.join('');
    if (!attributes.size) return text;
    if (text) object.set('#text', text);
    return object;
  }
  if (said.length || hasAlternatingNames(elements)) {
    const content = children.map(child =>
      typeof child === 'string' ? child : new Map([[readKey(child.name), readElement(child)]]),
    );
    object.set('#content', said.length ? content : content.filter(child => typeof child !== 'string'));
    return object;
  }
  for (const child of elements) {
    const name = readKey(child.name);
    const known = object.get(name);
    const value = readElement(child);
    if (known === undefined) object.set(name, value);
    else if (repeated.has(known as Value[])) (known as Value[]).push(value);
    else {
      const list = [known, value];
      repeated.add(list);
      object.set(name, list);
    }
  }
  return object;
}
const repeated = new WeakSet<Value[]>();

/** Reads the key that an element's name was made of. */
function readKey(name: string): string {
  if (!name.includes('_x')) return name;
  const key = name.replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return /^[@#]/.test(key) || chooseName(key, null, undefined) !== name ? name : key;
}

/** Tells whether elements of one name stand apart from each other. */
function hasAlternatingNames(elements: XmlElement[]): boolean {
  const ended = new Set<string>();
  let last = '';
  for (const { name } of elements) {
    if (name !== last && ended.has(name)) return true;
    ended.add(name);
    last = name;
  }
  return false;
}

export async function readXml(path: string): Promise<Source> {
  const root = parseXml(await readText(path));
  return { kind: 'tree', value: new Map([[readKey(root.name), readElement(root)]]) };
}

const nameShape = /^[\p{L}_][\p{L}\p{N}_.\-·]*(:[\p{L}_][\p{L}\p{N}_.\-·]*)?$/u;

/** Makes an element's name of any text: characters that are not allowed in names are written _xHHHH_, as .NET does. */
export function makeElementName(text: string): string {
  if (nameShape.test(text) && !/_x[0-9A-F]{4}_/.test(text)) return text;
  if (text === '') return '_';
  return [...text]
    .map((one, index) => {
      if (one === '_' && /^_x[0-9A-F]{4}_/.test(text.slice(index))) return '_x005F_';
      const fits = index === 0 ? /[\p{L}_]/u.test(one) : /[\p{L}\p{N}_.-]/u.test(one);
      return fits
        ? one
        : [...Array(one.length).keys()]
            .map(at => `_x${one.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}_`)
            .join('');
    })
    .join('');
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
function escapeText(text: string): string {
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) || !text.isWellFormed()) {
    throw new JobFailure('not_representable', 'xml cannot hold a control character');
  }
  return text.replace(/[&<>\r]/g, one => escapes[one] ?? one);
}
const escapeAttribute = (text: string): string =>
  escapeText(text).replace(/["\n\t]/g, one => escapes[one] ?? `&#${one.charCodeAt(0)};`);

export interface XmlStyle {
  pretty: boolean;
  rowElement: string;
  /** Prefixes that outer elements declare. */
  prefixes?: ReadonlySet<string>;
}

const known = new Set(['xml', 'xmlns']);

function findDeclared(value: Value, outer: ReadonlySet<string> = known): ReadonlySet<string> {
  if (!(value instanceof Map)) return outer;
  const own = [...value.keys()]
    .filter(key => key.startsWith('@xmlns:'))
    .map(key => key.slice('@xmlns:'.length));
  return own.length ? new Set([...outer, ...own]) : outer;
}

/** Chooses an element's name. A colon is part of it only after a declared prefix. */
function chooseName(key: string, value: Value, outer: ReadonlySet<string> | undefined): string {
  const prefix = /^([^:]+):/.exec(key)?.[1];
  const name = makeElementName(key);
  return prefix === undefined || findDeclared(value, outer).has(prefix) ? name : name.replace(':', '_x003A_');
}

function* writeElement(name: string, value: Value, style: XmlStyle, margin: string): Generator<string> {
  const [inner, end] = style.pretty ? [`${margin}  `, '\n'] : ['', ''];
  if (value === null) yield `${margin}<${name} xmlns:xsi="${xsi}" ${nil}="true"/>${end}`;
  else if (isScalar(value))
    yield `${margin}<${name}>${escapeText(formatScalar(value as string))}</${name}>${end}`;
  else if (Array.isArray(value) && !value.length) yield `${margin}<${name}/>${end}`;
  else if (Array.isArray(value)) {
    yield `${margin}<${name}>${end}`;
    for (const item of value) yield* writeElement(style.rowElement, item, style, inner);
    yield `${margin}</${name}>${end}`;
  } else {
    const object = value as ValueObject;
    const prefixes = findDeclared(object, style.prefixes);
    const within = { ...style, prefixes };
    let tag = `${margin}<${name}`;
    let inside = 0;
    for (const [key, item] of object) {
      if (key.startsWith('@') && isScalar(item) && nameShape.test(key.slice(1))) {
        tag += ` ${key.slice(1)}="${item === null ? '' : escapeAttribute(formatScalar(item as string))}"`;
      } else inside++;
    }
    const text = object.get('#text');
    const content = object.get('#content');
    if (!inside) yield `${tag}/>${end}`;
    else if (inside === 1 && text !== undefined && isScalar(text) && text !== null) {
      yield `${tag}>${escapeText(formatScalar(text as string))}</${name}>${end}`;
    } else if (inside === 1 && Array.isArray(content)) {
      yield `${tag}>`;
      for (const part of content) {
        if (part instanceof Map)
          for (const [key, item] of part)
            yield* writeElement(chooseName(key, item, prefixes), item, { ...within, pretty: false }, '');
        else yield part === null ? '' : escapeText(formatScalar(part as string));
      }
      yield `</${name}>${end}`;
    } else {
      yield `${tag}>${end}`;
      for (const [key, item] of object) {
        if (key.startsWith('@') && isScalar(item) && nameShape.test(key.slice(1))) continue;
        if (Array.isArray(item) && item.length)
          for (const one of item) yield* writeElement(chooseName(key, one, prefixes), one, within, inner);
        else yield* writeElement(chooseName(key, item, prefixes), item, within, inner);
      }
      yield `${margin}</${name}>${end}`;
    }
  }
}

/**
 * Finds the one key of an object that can itself be the root, so that a value that came from XML goes back as it was.
 */
function findOwnRoot(value: Value): [string, Value] | undefined {
  if (!(value instanceof Map) || value.size !== 1) return undefined;
  const [[key, inner]] = [...value] as [[string, Value]];
  return Array.isArray(inner) || !nameShape.test(key) ? undefined : [key, inner];
}

export function* writeXml(value: Value, root: string | undefined, style: XmlStyle): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  const own = root === undefined ? findOwnRoot(value) : undefined;
  yield* own
    ? writeElement(chooseName(own[0], own[1], undefined), own[1], style, '')
    : writeElement(root ?? 'root', value, style, '');
  if (!style.pretty) yield '\n';
}

/** Writes a list as rows within a root, as they come. */
export async function* writeXmlRows(
  records: AsyncIterable<Value>,
  root: string,
  style: XmlStyle,
): AsyncGenerator<string> {
  const end = style.pretty ? '\n' : '';
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${end}`;
  for await (const record of records)
    yield* writeElement(style.rowElement, record, style, style.pretty ? '  ' : '');
  yield `</${root}>\n`;
}
