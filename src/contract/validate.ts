import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describeUnion, findUnion, kinds, unescapePointer, valueAt } from './describe-union.ts';
import { ApiError, type ErrorDetail, makeDetail } from './errors.ts';

export interface CheckSettings {
  /** Whether to read whole numbers from text, as queries need. Bodies are never converted. */
  convert?: boolean;
  /** What the value is called in `details`, e.g. `options`. */
  at?: string;
}

const maxDetails = 20;

/** Cuts what a caller sent before it is repeated in an answer: it may be a megabyte long. */
const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

interface SchemaError {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message: string;
}

const formatPath = (at: string, pointer: string, child?: string): string =>
  [at, ...pointer.split('/').slice(1), ...(child === undefined ? [] : [child])]
    .filter(part => part !== '')
    .map(unescapePointer)
    .join('.') || 'body';

interface SchemaPart {
  description?: string;
  properties?: Record<string, SchemaPart>;
  enum?: unknown[];
  anyOf?: { const?: unknown }[];
}

/** Finds the schema that failed, where it can be found. */
function findPart(schema: TSchema, pointer: string): SchemaPart | undefined {
  let part: unknown = schema;
  for (const name of pointer.split('/').slice(1))
    part = (part as Record<string, unknown> | undefined)?.[unescapePointer(name)];
  return part as SchemaPart | undefined;
}

/** What a value must be, where the library speaks as programs do. */
const bounds: Record<string, (params: Record<string, unknown>) => string> = {
  type: ({ type }) => `must be ${kinds[String(type)] ?? type}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} entries`),
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  uniqueItems: () => 'must have each entry only once',
};

function describe(schema: TSchema, at: string, error: SchemaError, called: string): ErrorDetail[] {
  const listed = (name: string) => (error.params[name] as string[] | undefined) ?? [];
  switch (error.keyword) {
    case 'additionalProperties': {
      const known = Object.keys(findPart(schema, error.schemaPath)?.properties ?? {});
      const there = known.length > 0 ? `; there ${known.length > 1 ? 'are' : 'is'} ${known.join(', ')}` : '';
      return listed('additionalProperties').map(name => ({
        path: formatPath(at, error.instancePath, name),
        message: `is not a known ${called}${there}`,
      }));
    }
    case 'required': {
      const { properties = {} } = findPart(schema, error.schemaPath) ?? {};
      return listed('requiredProperties').map(name => {
        const choices = properties[name]?.enum ?? properties[name]?.anyOf?.map(each => each.const) ?? [];
        const closed = choices.length > 0 && !choices.includes(undefined);
        return {
          path: formatPath(at, error.instancePath, name),
          message: closed ? `is required, one of ${choices.join(', ')}` : 'is required',
        };
      });
    }
    case 'enum':
      return [
        {
          path: formatPath(at, error.instancePath),
          message: `must be one of ${listed('allowedValues').join(', ')}`,
        },
      ];
    case 'const':
      return [
        {
          path: formatPath(at, error.instancePath),
          message: `must be ${JSON.stringify(error.params.allowedValue)}`,
        },
      ];
    case 'pattern': {
      // A caller understands the description better than a regular expression.
      const words = findPart(schema, error.schemaPath)?.description?.replace(/\.$/, '');
      return [
        {
          path: formatPath(at, error.instancePath),
          message: words ? `must have the right form: ${words}` : 'does not have the right form',
        },
      ];
    }
    case 'format':
      return [
        {
          path: formatPath(at, error.instancePath),
          message:
            error.params.format === 'date-time' ? 'must be a time like 2026-01-31T12:00:00Z' : error.message,
        },
      ];
    case 'boolean':
      return [];
    default:
      return [
        {
          path: formatPath(at, error.instancePath),
          message: bounds[error.keyword]?.(error.params) ?? error.message,
        },
      ];
  }
}

/** What is wrong with a value, in words; of something that may be one of several things it is said once. */
function describeAll(
  schema: TSchema,
  at: string,
  errors: SchemaError[],
  value: unknown,
  called: string,
): ErrorDetail[] {
  const told = new Set<string>();
  return errors.flatMap(error => {
    const union = findUnion(schema, error, error.keyword);
    if (!union) return describe(schema, at, error, called);
    const place = union.prefix + union.pointer;
    if (told.has(place)) return [];
    told.add(place);
    const part = valueAt(value, union.pointer);
    const said = describeUnion(union, part);
    const path = formatPath(at, union.pointer);
    if ('errors' in said)
      return describeAll(said.of, path, said.errors as unknown as SchemaError[], part, called);
    return [{ path: formatPath(at, said.pointer), message: said.message }];
  });
}

const listIntegers = (schema: TSchema): string[] =>
  Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {})
    .filter(([, { type }]) => type === 'integer')
    .map(([name]) => name);

/** Reads the named fields as integers. A text that is no integer stays text, so that the check refuses it. */
function readIntegers(value: unknown, names: string[]): unknown {
  const read = { ...(value as Record<string, unknown>) };
  for (const name of names) {
    const text = read[name];
    if (typeof text === 'string' && /^-?\d{1,15}$/.test(text)) read[name] = Number(text);
  }
  return read;
}

const isUnknown = ({ keyword }: SchemaError): boolean => keyword === 'additionalProperties';

/** Compiles a schema once into a function that fills defaults and returns the value, or throws `validation_failed`. */
export function check<Schema extends TSchema>(
  schema: Schema,
  settings: CheckSettings = {},
): (value: unknown) => Static<Schema> {
  const at = settings.at ?? '';
  const compiled = Compile(schema);
  const says = JSON.stringify(schema);
  // Changing a value costs far more than checking it, so it is done only for schemas that need it.
  const integers = settings.convert ? listIntegers(schema) : [];
  const fills = /"(default|\$ref)":/.test(says);
  return value => {
    const converted = integers.length > 0 ? readIntegers(value, integers) : value;
    const filled = fills ? compiled.Default(converted) : converted;
    if (compiled.Check(filled)) return filled as Static<Schema>;
    const errors = compiled.Errors(filled) as unknown as SchemaError[];
    // The first is the message: a misspelt field says more than that the right one is missing.
    errors.sort((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
    const details = describeAll(schema, at, errors, filled, settings.convert ? 'parameter' : 'field')
      .slice(0, maxDetails)
      .map(({ path, message }) => makeDetail(shorten(path, 200), shorten(message, 1000)));
    const [first] = details;
    throw new ApiError('validation_failed', { ...(first && { message: first.message }), details });
  };
}
