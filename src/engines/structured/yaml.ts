import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type Scalar,
  visit,
} from 'yaml';
import { JobFailure } from '../../contract/failure.ts';
import { joinChunks } from '../../encodings/encoding.ts';
import {
  formatScalar,
  Moment,
  NumberText,
  readNumber,
  type Value,
  type ValueObject,
} from '../../tabular/values.ts';
import { maxDepth } from './json-parser.ts';
import type { Source } from './source.ts';
import { decodeUnicode } from './unicode.ts';

const maxCharacters = 20_000_000;
/** The most nodes after aliases are followed: a bomb is a small file. */
const maxNodes = 1_000_000;

function readScalar({ value, source }: Scalar): Value {
  if (typeof value === 'number') {
    if (source && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(source)) return readNumber(source);
    return value;
  }
  if (typeof value === 'bigint') return readNumber(String(value));
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return value;
  if (value instanceof Date)
    return source && /^\d{4}-\d\d-\d\d$/.test(source)
      ? new Moment('date', source)
      : new Moment('timestamp', value.toISOString());
  return value === null || value === undefined ? null : String(value);
}

/** Finds the node that each alias stands for: the last before it with its anchor. */
function findTargets(document: Document): Map<Alias, Node> {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Alias(_, alias) {
      const target = anchored.get(alias.source);
      if (target) targets.set(alias, target);
    },
    Value(_, node) {
      if (node.anchor) anchored.set(node.anchor, node);
    },
  });
  return targets;
}

/** Builds a document's value node by node, so that nodes from aliases are counted as it grows. */
class YamlReader {
  readonly #targets: Map<Alias, Node>;
  #nodes = 0;

  constructor(document: Document) {
    this.#targets = findTargets(document);
  }

  value(node: unknown, depth = 0): Value {
    if (++this.#nodes > maxNodes) throw new JobFailure('limit_exceeded', 'yaml: aliases unfold to too much');
    if (depth > maxDepth) throw new JobFailure('limit_exceeded', 'yaml: nested too deep');
    if (isAlias(node)) {
      const target = this.#targets.get(node);
      if (!target) throw new JobFailure('unreadable_input', `yaml: no anchor ${node.source}`);
      return this.value(target, depth + 1);
    }
    if (isScalar(node)) return readScalar(node);
    if (isSeq(node))
      return node.items.map(item =>
        // An ordered map is a list of pairs.
        isPair(item)
          ? new Map([[this.#readKey(item.key, depth), this.value(item.value, depth + 2)]])
          : this.value(item, depth + 1),
      );
    if (isMap(node)) {
      const object: ValueObject = new Map();
      for (const { key, value } of node.items) {
        const name = this.#readKey(key, depth);
        if (name === '<<' && isScalar(key) && key.type === 'PLAIN') this.#merge(object, value, depth);
        else object.set(name, this.value(value, depth + 1));
      }
      return object;
    }
    return null;
  }

  #readKey(key: unknown, depth: number): string {
    const value = this.value(key, depth + 1);
    if (value === null) return '';
    if (Array.isArray(value) || value instanceof Map)
      throw new JobFailure('unsupported_content', 'yaml: a key that is no text');
    return formatScalar(value);
  }

  /** Merges the keys of another map (`<<`) that the map does not have itself. */
  #merge(object: ValueObject, node: unknown, depth: number): void {
    const merged = this.value(node, depth + 1);
    for (const part of Array.isArray(merged) ? merged : [merged]) {
      if (part instanceof Map) for (const [key, value] of part) if (!object.has(key)) object.set(key, value);
    }
  }
}

export async function readYaml(path: string): Promise<Source> {
  const text = await joinChunks(decodeUnicode(path), maxCharacters);
  const documents = parseAllDocuments(text, {
    version: '1.2',
    intAsBigInt: true,
    logLevel: 'error',
    keepSourceTokens: false,
  });
  if (!Array.isArray(documents)) return { kind: 'tree', value: null };
  const values = documents.map(document => {
    const [error] = document.errors;
    // The parser tells its own stack overflow as a fault of the text.
    const isTooDeep = error?.message.includes('call stack');
    if (error)
      throw new JobFailure(isTooDeep ? 'limit_exceeded' : 'unreadable_input', `yaml: ${error.message}`);
    return new YamlReader(document as Document).value(document.contents);
  });
  const [only, ...more] = values;
  if (only !== undefined && more.length === 0) return { kind: 'tree', value: only };
  return {
    kind: 'records',
    async *records() {
      yield* values;
    },
  };
}

const plain = /^[A-Za-z_/$][\w /$@+.()-]*$/;
const otherMeaning = /^(true|false|null|yes|no|on|off|y|n|nan|inf|infinity)$/i;

function writeText(text: string): string {
  if (plain.test(text) && !otherMeaning.test(text) && !/\s$|\s{2}/.test(text)) return text;
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function writeInline(value: Value): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return '.nan';
    if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
    return formatScalar(value);
  }
  if (value instanceof Moment) return writeText(value.text);
  if (value instanceof Uint8Array) return `!!binary "${formatScalar(value)}"`;
  if (value instanceof NumberText || typeof value === 'bigint' || typeof value === 'boolean')
    return formatScalar(value);
  if (Array.isArray(value)) return value.length ? undefined : '[]';
  return value.size ? undefined : '{}';
}

/** Writes YAML in block style. */
export function writeYaml(value: Value, margin = ''): string {
  const inline = writeInline(value);
  if (inline !== undefined) return `${inline}\n`;
  if (Array.isArray(value)) {
    return value.map((item, index) => `${index ? margin : ''}- ${writeYaml(item, `${margin}  `)}`).join('');
  }
  return [...(value as ValueObject)]
    .map(([key, item], index) => {
      const head = `${index ? margin : ''}${writeText(key)}:`;
      const short = writeInline(item);
      return short === undefined
        ? `${head}\n${margin}  ${writeYaml(item, `${margin}  `)}`
        : `${head} ${short}\n`;
    })
    .join('');
}
