import Format from 'typebox/format';
import { Guard } from 'typebox/guard';
import { getMaxItems, isTooLong } from './lists.ts';
import { hasRepeats, isObject, type Part } from './schema-part.ts';

/** Yields the bounds that a string, a number, a list or an object breaks. */
export function* explainBounds(schema: Part, value: unknown): Generator<string> {
  const { minLength = 0, maxLength = Infinity, minItems = 0, minProperties = 0 } = schema;
  if (typeof value === 'string') {
    if (!Guard.IsMinLength(value, minLength))
      yield minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`;
    // A pattern is not tried on a text that is too long, because it may be slow.
    if (!Guard.IsMaxLength(value, maxLength)) yield `must have at most ${maxLength} characters`;
    else yield* explainForm(schema, value);
  } else if (typeof value === 'number') yield* explainRange(schema, value);
  else if (Array.isArray(value)) {
    if (value.length < minItems)
      yield minItems === 1 ? 'must not be empty' : `must have at least ${minItems} entries`;
    if (isTooLong(value, schema)) yield explainLength(schema);
    else if (schema.uniqueItems && hasRepeats(value)) yield 'must have each entry only once';
  } else if (isObject(value)) {
    const { maxProperties = Infinity } = schema;
    const count = Object.keys(value).length;
    if (count < minProperties) yield `must have at least ${minProperties} fields`;
    if (count > maxProperties) yield `must have at most ${maxProperties} fields`;
  }
}

export const explainLength = (schema: Part): string => `must have at most ${getMaxItems(schema)} entries`;

function* explainForm({ pattern, format, examples, description }: Part, value: string): Generator<string> {
  if (format !== undefined && !Format.Test(format, value))
    yield format === 'date-time' ? 'must be a time like 2026-01-31T12:00:00Z' : `must be a valid ${format}`;
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return;
  // A caller understands an example or the description better than a regular expression.
  const [example] = examples ?? [];
  if (example !== undefined) yield `must look like \`${example}\``;
  else yield `is not valid${description ? `: ${description.replace(/\.$/, '')}` : ''}`;
}

function* explainRange(schema: Part, value: number): Generator<string> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) yield `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) yield `must be at most ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    yield `must be more than ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    yield `must be less than ${exclusiveMaximum}`;
  if (multipleOf !== undefined && value % multipleOf !== 0) yield `must be a multiple of ${multipleOf}`;
}
