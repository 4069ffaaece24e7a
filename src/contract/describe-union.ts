import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';

/** A value that may be one of several things, and is none of them. */
export interface Union {
  /** Where it stands in the schema, with a slash at the end. */
  prefix: string;
  /** Where it stands in the value, as a pointer. */
  pointer: string;
  alternatives: Alternative[];
}

type Alternative = TSchema & {
  type?: string;
  const?: unknown;
  properties?: Record<string, { const?: unknown }>;
};

export const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Words of a schema after which comes the name or the number of a part of the value. */
const steps = new Set(['properties', 'patternProperties']);
const unnamedSteps = new Set(['items', 'additionalProperties']);

/** The outermost union that a fault of the value lies in. */
export function findUnion(
  schema: TSchema,
  { schemaPath, instancePath }: { schemaPath: string; instancePath: string },
  keyword: string,
): Union | undefined {
  const parts = schemaPath.split('/').slice(1);
  const found = parts.indexOf('anyOf');
  const end = found >= 0 ? found : keyword === 'anyOf' ? parts.length : -1;
  if (end < 0) return undefined;
  let part: unknown = schema;
  let depth = 0;
  for (const [at, name] of parts.slice(0, end).entries()) {
    part = (part as Record<string, unknown> | undefined)?.[unescapePointer(name)];
    if (unnamedSteps.has(name)) depth++;
    else if (steps.has(parts[at - 1] ?? '')) depth++;
  }
  const alternatives = (part as { anyOf?: Alternative[] } | undefined)?.anyOf;
  if (!alternatives) return undefined;
  const prefix = ['#', ...parts.slice(0, end), ''].join('/');
  return {
    prefix,
    pointer: instancePath
      .split('/')
      .slice(0, depth + 1)
      .join('/'),
    alternatives,
  };
}

export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((part, name) => (part as Record<string, unknown> | undefined)?.[unescapePointer(name)], value);

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
const isOfKind = ({ type, const: only }: Alternative, kind: string): boolean =>
  only === undefined && (type === kind || (type === 'integer' && kind === 'number'));

/** What a value of each kind is called. */
export const kinds: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The property that tells the alternatives apart, and what it may be. */
function findMarks(alternatives: readonly Alternative[]): { name: string; choices: unknown[] } | undefined {
  const name = Object.keys(alternatives[0]?.properties ?? {}).find(each =>
    alternatives.every(({ properties }) => properties?.[each]?.const !== undefined),
  );
  return name === undefined
    ? undefined
    : { name, choices: alternatives.map(({ properties }) => properties?.[name]?.const) };
}

const listChoices = (choices: readonly unknown[]): string => `must be one of ${choices.join(', ')}`;

/** What is wrong with it: what the alternative it was meant for says, or a sentence about all of them. */
export function describeUnion(
  { alternatives, pointer }: Union,
  value: unknown,
): { errors: ReturnType<typeof Errors>; of: TSchema } | { pointer: string; message: string } {
  const meant = alternatives.filter(each => isOfKind(each, kindOf(value)));
  const marks = meant.length > 1 ? findMarks(meant) : undefined;
  const mark = marks && (value as Record<string, unknown>)[marks.name];
  const [only] = marks ? meant.filter((_, at) => marks.choices[at] === mark) : meant;
  if (only && (marks || meant.length === 1)) return { errors: Errors(only, value), of: only };
  if (marks) return { pointer: `${pointer}/${marks.name}`, message: listChoices(marks.choices) };
  const fixed = alternatives.filter(each => each.const !== undefined).map(each => each.const);
  const open = alternatives.filter(each => each.const === undefined);
  const named = [...new Set(open.flatMap(({ type }) => kinds[type ?? ''] ?? []))];
  const numbers = typeof value === 'string' && fixed.every(each => typeof each === 'number');
  if (fixed.length > 0 && named.length === 0)
    return { pointer, message: `${listChoices(fixed)}${numbers ? ', as a number' : ''}` };
  return {
    pointer,
    message: `must be ${[...fixed.map(each => JSON.stringify(each)), ...named].join(' or ')}`,
  };
}
