import { InvalidArgumentError, Option } from 'commander';
import type { Schema } from '../backend/backend.ts';
import { readBytes } from './bytes.ts';
import { isOfKind, listChoices, readValue } from './values.ts';

/** Turns `pageSize` into `--page-size`. */
export const nameFlag = (option: string): string =>
  `--${option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

/** Returns the placeholder for the value in the help. */
function describePlaceholder(schema: Schema): string {
  if (schema.contentEncoding === 'base64') return '<file>';
  if (isOfKind(schema, 'array')) return isOfKind(schema.items ?? {}, 'object') ? '<json>' : '<list>';
  if (isOfKind(schema, 'object')) return '<json>';
  if (listChoices(schema).length > 0) return '<choice>';
  return isOfKind(schema, 'number') && !isOfKind(schema, 'string') ? '<number>' : '<text>';
}

function describe(schema: Schema, required: boolean): string {
  const choices = listChoices(schema);
  const isExhaustive = choices.length > 0 && !isOfKind(schema, 'string') && !isOfKind(schema, 'number');
  const range = [schema.minimum, schema.maximum];
  const notes = [
    ...(choices.length > 0 ? [`${isExhaustive ? '' : 'for example '}${choices.join(', ')}`] : []),
    ...(range.every(end => end !== undefined) ? [`${range.join(' to ')}`] : []),
    ...(schema.default !== undefined && schema.default !== false
      ? [`default: ${formatValue(schema.default)}`]
      : []),
    ...(required && schema.default === undefined ? ['required'] : []),
  ];
  const words = (schema.description ?? '').replaceAll('`', '');
  return [words, ...(notes.length > 0 ? [`(${notes.join('; ')})`] : [])].filter(Boolean).join(' ');
}

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);

/** Formats a flag for the help. A switch with its `--no-` form is shown once. */
export const formatFlag = ({ flags, long }: Option, all: readonly Option[]): string =>
  all.some(other => other.negate && other.long === long?.replace('--', '--no-'))
    ? flags.replace('--', '--[no-]')
    : flags;

/** Makes the flags of one option. */
function makeFlagsOfOption(name: string, schema: Schema, required: boolean): Option[] {
  const flag = nameFlag(name);
  const text = describe(schema, required);
  if (isOfKind(schema, 'boolean') && listChoices(schema).length === 0 && !isOfKind(schema, 'string')) {
    return [new Option(flag, text), new Option(flag.replace('--', '--no-')).hideHelp()];
  }
  const read = (value: string) => {
    const result = schema.contentEncoding === 'base64' ? readBytes(value) : readValue(schema, value);
    if ('problem' in result) throw new InvalidArgumentError(result.problem);
    return result.value;
  };
  const option = new Option(`${flag} ${describePlaceholder(schema)}`, text).argParser(read);
  // The choices are only for completion: the reader above refuses other values if the schema allows none.
  option.argChoices = listChoices(schema).map(String);
  return [option];
}

/** Makes the flags of a job type's options from its schema, so that every option has one. */
export const makeFlags = (schema: Schema): Option[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    makeFlagsOfOption(name, each, schema.required?.includes(name) ?? false),
  );

/** Picks the options of these schemas from what commander read. */
export function readGivenOptions(schemas: Schema[], read: Record<string, unknown>): Record<string, unknown> {
  const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.fromEntries(
    Object.entries(read).filter(([name, value]) => names.has(name) && value !== undefined),
  );
}

/** Replaces option names in a sentence by the flags of the command line. */
export const writeAsFlags = (message: string): string =>
  message
    .replace(/\boptions\.([A-Za-z0-9]+)/g, (_, name: string) => nameFlag(name))
    .replace(/^`outputFormat`/, '`--to`');
