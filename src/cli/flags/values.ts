import type { Schema } from '../backend/backend.ts';

const listAlternatives = (schema: Schema): Schema[] => schema.anyOf?.flatMap(listAlternatives) ?? [schema];

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** Returns true if any value of this kind is accepted, not only some choices. */
export const isOfKind = (schema: Schema, kind: Kind): boolean =>
  listAlternatives(schema).some(
    each =>
      each.const === undefined &&
      each.enum === undefined &&
      (each.type === kind || (kind === 'number' && each.type === 'integer')),
  );

/** Lists the values that the schema names. */
export const listChoices = (schema: Schema): unknown[] =>
  listAlternatives(schema).flatMap(each => each.enum ?? (each.const === undefined ? [] : [each.const]));

type Read = { value: unknown } | { problem: string };

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'It must be JSON.' };
  }
}

function readList(items: Schema, text: string): Read {
  const read = text.split(',').map(part => readValue(items, part.trim()));
  const wrong = read.find(each => 'problem' in each);
  return wrong ?? { value: read.map(each => ('value' in each ? each.value : undefined)) };
}

/** Parses a flag's text. Ranges and patterns are checked where the job runs. */
export function readValue(schema: Schema, text: string): Read {
  const choices = listChoices(schema);
  const chosen = choices.find(choice => String(choice) === text);
  if (chosen !== undefined) return { value: chosen };
  if (isOfKind(schema, 'boolean') && /^(true|false)$/.test(text)) return { value: text === 'true' };
  if (isOfKind(schema, 'number') && /^-?\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
  const list = listAlternatives(schema).find(({ type }) => type === 'array');
  if (/^[[{]/.test(text) && (list || isOfKind(schema, 'object'))) return readJson(text);
  if (isOfKind(schema, 'string')) return { value: text };
  if (list) return readList(list.items ?? {}, text);
  if (choices.length > 0) return { problem: `Give one of ${choices.join(', ')}.` };
  if (isOfKind(schema, 'number')) return { problem: 'Give a number.' };
  return readJson(text);
}
