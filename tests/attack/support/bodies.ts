import type { Part } from '../../../src/contract/schema-part.ts';
import type { OpenApi } from '../../../src/http/openapi/document.ts';

export type Schema = Part & { $ref?: string; oneOf?: Schema[] };

export interface Route {
  method: string;
  path: string;
  /** The schemas of its body: one for each job type if the route takes several, none if it takes no body. */
  schemas: Schema[];
}

const changing = ['post', 'put', 'patch', 'delete'];
/** Uploaded files are not read as JSON. */
const files = /\/(uploads|run|convert)\//;

/** Lists all routes that accept a body from an OpenAPI document, so that new ones are covered too. */
export function readRoutes({ paths, components }: OpenApi): Route[] {
  const resolve = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(resolve);
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $ref } = schema as Schema;
    if ($ref) return resolve(components.schemas[$ref.split('/').at(-1)!]);
    return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, resolve(part)]));
  };
  return Object.entries(paths)
    .filter(([path]) => !files.test(path))
    .flatMap(([path, operations]) =>
      changing
        .filter(method => operations[method])
        .map(method => {
          const content = (
            operations[method] as { requestBody?: { content: Record<string, { schema: Schema }> } }
          ).requestBody?.content;
          const schema = resolve(content?.['application/json']?.schema) as Schema | undefined;
          return { method: method.toUpperCase(), path, schemas: schema ? (schema.oneOf ?? [schema]) : [] };
        }),
    );
}

const fillList = (entry: string, count: number): string =>
  `[${Array(Math.max(1, Math.floor(count)))
    .fill(entry)
    .join(',')}]`;
const fillObject = (count: number, name: (index: number) => string): string =>
  `{${Array.from({ length: Math.max(1, count) }, (_, index) => `"${name(index)}":1`).join(',')}}`;
const nest = (open: string, close: string, bytes: number): string => {
  const levels = Math.floor(bytes / (open.length + close.length)) - 1;
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
};

export type Shapes = Record<string, (bytes: number) => string>;

/** JSON values that are more complex than allowed. */
export const complexShapes: Shapes = {
  'one text often': bytes => fillList('"eng"', bytes / 6),
  'empty objects': bytes => fillList('{}', bytes / 3),
  'nested lists': bytes => nest('[', ']', bytes),
  'nested objects': bytes => nest('{"a":', '}', bytes),
  'unknown fields': bytes => fillObject(bytes / 12, index => `k${index}`),
  'numbered fields': bytes => fillObject(bytes / 16, index => `${index * 4096}`),
};

/** JSON values that are as complex or as long as allowed, and expensive to check. */
export const allowedShapes: Shapes = {
  'one text as often as allowed': bytes => fillList('"eng"', Math.min(bytes / 6, 19_000)),
  'different texts': bytes =>
    `[${Array.from({ length: Math.min(bytes / 10, 19_000) }, (_, index) => `"a${index}"`).join(',')}]`,
  'as many empty objects as allowed': bytes => fillList('{}', Math.min(bytes / 3, 9_900)),
  'thirty objects of many fields': bytes =>
    fillList(
      fillObject(Math.min(190, bytes / 400), index => `k${index}`),
      30,
    ),
  'as many unknown fields as allowed': bytes => fillObject(Math.min(190, bytes / 12), index => `k${index}`),
  'a long text': bytes => `"${'a'.repeat(bytes)}"`,
  'a long list of numbers as text': bytes => `"${'1 , '.repeat(bytes / 4)}x"`,
  'a long gap in a text': bytes => `"1${' '.repeat(bytes - 2)}x"`,
  'a long text of escapes': bytes => `"${'\\ud83d\\ude00'.repeat(bytes / 12)}"`,
};

/** The smallest value that a schema accepts, if that is easy to find. */
export function makeSample(schema: Schema): unknown {
  const { type, examples, properties = {}, required = [], items, anyOf } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (examples) return examples[0];
  if (anyOf) return makeSample(anyOf[0]!);
  if (type === 'array') return Array(schema.minItems ?? 0).fill(makeSample(items ?? {}));
  if (type === 'object')
    return Object.fromEntries(required.map(name => [name, makeSample(properties[name] ?? {})]));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? true : 'x'.repeat(schema.minLength ?? 1);
}

const isCostly = ({ type, pattern, anyOf }: Schema): boolean =>
  pattern !== undefined || type === 'array' || type === 'object' || (anyOf ?? []).some(isCostly);

const mark = '@@';

/**
 * Returns copies of a sample in which one part is marked: itself, or an expensive field in it, at each depth of fields.
 */
function* markParts(schema: Schema, levels: number): Generator<unknown> {
  yield mark;
  for (const alternative of schema.anyOf ?? []) yield* markFields(alternative, levels);
  for (const entry of schema.items ? markParts(schema.items, levels) : [])
    if (entry !== mark) yield Array(Math.max(schema.minItems ?? 1, 1)).fill(entry);
  yield* markFields(schema, levels);
}

function* markFields(schema: Schema, levels: number): Generator<unknown> {
  if (levels === 0) return;
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    if (isCostly(part))
      for (const marked of markParts(part, levels - 1))
        yield { ...(makeSample(schema) as object), [name]: marked };
}

/** Returns the samples of a schema with one part replaced each time, so that the whole has about `bytes`. */
export function* corruptSamples(
  schema: Schema,
  shape: (bytes: number) => string,
  bytes: number,
  levels: number,
): Generator<string> {
  for (const marked of markParts(schema, levels)) {
    const text = JSON.stringify(marked);
    const count = text.split(`"${mark}"`).length - 1;
    const room = Math.floor((bytes - text.length) / count) - 16;
    yield text.replaceAll(`"${mark}"`, () => shape(room));
  }
}
