import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { explainLength } from './bounds.ts';
import { ApiError, type ErrorDetail } from './errors.ts';
import { compileDefaults } from './fill-defaults.ts';
import { type Fault, findFaults } from './find-faults.ts';
import { compileListTest, isTooLong } from './lists.ts';
import { hasRepeats, type Part } from './schema-part.ts';

export interface CheckSettings {
  /** True to parse integers from text, as queries need. Bodies are never converted. */
  convert?: boolean;
  /** The path of the value in `details`, for example `options`. */
  at?: string;
  /** The path of the value in sentences, if callers know it by another one. */
  subject?: string;
}

const maxDetails = 20;

/** Shortens a caller's text before it is repeated in a response: it may be a megabyte. */
const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

const listIntegers = ({ properties = {} }: Part): string[] =>
  Object.keys(properties).filter(name => properties[name]?.type === 'integer');

/**
 * Parses the named fields as integers. A text that is not an integer stays text, so that the check refuses
 * it.
 */
function readIntegers(value: unknown, names: string[]): unknown {
  const read = { ...(value as Record<string, unknown>) };
  for (const name of names) {
    const text = read[name];
    if (typeof text === 'string' && /^-?\d{1,15}$/.test(text)) read[name] = Number(text);
  }
  return read;
}

/** Copies a schema without `uniqueItems`, which the library checks by a slow hash of every entry. */
function omitUniqueItems<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(omitUniqueItems) as Schema;
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Part;
  delete copy.uniqueItems;
  for (const [name, part] of Object.entries(copy))
    (copy as Record<string, unknown>)[name] = omitUniqueItems(part);
  return copy as Schema;
}

/**
 * Makes the function that fills in defaults. Schemas with references or combinations are left to the library.
 */
function chooseDefaults(schema: TSchema, says: string): ((value: unknown) => unknown) | undefined {
  if (!/"(\$ref|allOf)":/.test(says)) return compileDefaults(schema as Part);
  const compiled = Compile(schema);
  return value => compiled.Default(value);
}

/**
 * Compiles a schema into a function that fills in defaults and returns the value, or throws
 * `validation_failed`.
 */
export function check<Schema extends TSchema>(
  schema: Schema,
  { convert = false, at = '', subject = at }: CheckSettings = {},
): (value: unknown) => Static<Schema> {
  const part = schema as Part;
  const says = JSON.stringify(schema);
  const hasUnique = says.includes('"uniqueItems":true');
  const plain = hasUnique ? omitUniqueItems(schema) : schema;
  const compiled = Compile(plain);
  const fill = chooseDefaults(plain, says);
  const integers = convert ? listIntegers(part) : [];
  const findTooLong = compileListTest(part, isTooLong);
  const findRepeats = hasUnique
    ? compileListTest(part, (list, { uniqueItems }) => uniqueItems === true && hasRepeats(list))
    : undefined;
  const refuse = (faults: Fault[]): ApiError => {
    // The first fault becomes the message, and a misspelt field is more helpful than a missing one.
    faults.sort((a, b) => Number(b.isUnknown ?? false) - Number(a.isUnknown ?? false));
    const details = faults.map((fault): ErrorDetail => {
      const path = shorten(fault.path, 200);
      const named = path.startsWith(`${at}.`) && subject !== at ? path.slice(at.length + 1) : path;
      return { path: path || 'body', message: `\`${named || 'body'}\` ${shorten(fault.says, 1000)}.` };
    });
    return new ApiError('validation_failed', { message: details[0]!.message, details });
  };
  return value => {
    // The number of entries is checked first, because everything after it looks at each of them.
    const tooLong = findTooLong?.(value, at);
    if (tooLong !== undefined) throw refuse([{ path: tooLong.path, says: explainLength(tooLong.schema) }]);
    const converted = integers.length > 0 ? readIntegers(value, integers) : value;
    const filled = fill ? fill(converted) : converted;
    if (compiled.Check(filled) && findRepeats?.(filled, at) === undefined) return filled as Static<Schema>;
    const faults = findFaults(part, filled, at, convert ? 'parameter' : 'field', maxDetails);
    throw refuse(faults.length > 0 ? faults : [{ path: at, says: 'is invalid' }]);
  };
}
