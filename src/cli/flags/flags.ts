import { InvalidArgumentError, Option } from 'commander';
import type { Schema } from '../backend/backend.ts';
import { choicesOf, isOfKind, readValue } from './values.ts';

/** `pageSize` is the flag `--page-size`. */
export const flagName = (option: string): string =>
  `--${option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

/** What stands for the value in the help. */
function placeholder(schema: Schema): string {
  if (isOfKind(schema, 'array')) return isOfKind(schema.items ?? {}, 'object') ? '<json>' : '<list>';
  if (isOfKind(schema, 'object')) return '<json>';
  if (choicesOf(schema).length > 0) return '<choice>';
  return isOfKind(schema, 'number') && !isOfKind(schema, 'string') ? '<number>' : '<text>';
}

function describe(schema: Schema, required: boolean): string {
  const choices = choicesOf(schema);
  const isExhaustive = choices.length > 0 && !isOfKind(schema, 'string') && !isOfKind(schema, 'number');
  const range = [schema.minimum, schema.maximum];
  const notes = [
    ...(choices.length > 0 ? [`${isExhaustive ? '' : 'for example '}${choices.join(', ')}`] : []),
    ...(range.every(end => end !== undefined) ? [`${range.join(' to ')}`] : []),
    ...(schema.default !== undefined && schema.default !== false
      ? [`default: ${asText(schema.default)}`]
      : []),
    ...(required && schema.default === undefined ? ['required'] : []),
  ];
  const words = (schema.description ?? '').replaceAll('`', '');
  return [words, ...(notes.length > 0 ? [`(${notes.join('; ')})`] : [])].filter(Boolean).join(' ');
}

const asText = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);

/** A switch can be turned both ways; help shows it once. */
export const flagTerm = ({ flags, long }: Option, all: readonly Option[]): string =>
  all.some(other => other.negate && other.long === long?.replace('--', '--no-'))
    ? flags.replace('--', '--[no-]')
    : flags;

/** The flags of one option. */
function flagsOfOption(name: string, schema: Schema, required: boolean): Option[] {
  const flag = flagName(name);
  const text = describe(schema, required);
  if (isOfKind(schema, 'boolean') && choicesOf(schema).length === 0 && !isOfKind(schema, 'string')) {
    return [new Option(flag, text), new Option(flag.replace('--', '--no-')).hideHelp()];
  }
  const read = (value: string) => {
    const result = readValue(schema, value);
    if ('problem' in result) throw new InvalidArgumentError(result.problem);
    return result.value;
  };
  const option = new Option(`${flag} ${placeholder(schema)}`, text).argParser(read);
  // Known to completion; the reader above refuses others where there are no others.
  option.argChoices = choicesOf(schema).map(String);
  return [option];
}

/** The flags of a job type's options: made from its schema, so that whatever it takes has one. */
export function flagsOf(schema: Schema, except: readonly string[] = []): Option[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !except.includes(name))
    .flatMap(([name, each]) => flagsOfOption(name, each, schema.required?.includes(name) ?? false));
}

/** Of what commander read, the options that were given for this schema. */
export function optionsGiven(schemas: Schema[], read: Record<string, unknown>): Record<string, unknown> {
  const names = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.fromEntries(
    Object.entries(read).filter(([name, value]) => names.has(name) && value !== undefined),
  );
}

/** A refusal speaks of options; whoever typed flags reads of flags. */
export const inFlags = (message: string): string =>
  message
    .replace(/\boptions\.([A-Za-z0-9]+)/g, (_, name: string) => flagName(name))
    .replace(/^outputFormat\b/, '--to');
