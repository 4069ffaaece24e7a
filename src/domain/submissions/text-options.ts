import { type TObject, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalid } from '../../contract/errors.ts';
import { check } from '../../contract/validate.ts';
import type { Choice } from './conversion.ts';

/** Options as a form or a query gives them: each as text under its name, or several as JSON under `options`. */
export type TextFields = readonly (readonly [name: string, text: string])[];

type Options = Record<string, unknown>;

const passes = new WeakMap<TSchema, (value: unknown) => boolean>();

function isAccepted(schema: TSchema, value: unknown): boolean {
  const known = passes.get(schema);
  if (known) return known(value);
  const compiled = Compile(schema);
  const pass = (each: unknown) => compiled.Check(each);
  passes.set(schema, pass);
  return pass(value);
}

const isList = ({ type }: { type?: string }): boolean => type === 'array' || type === 'object';

/** Reads the value that a text stands for in the schema. Where it stands for none it stays text, so that the check refuses it. */
function readText(schema: TSchema, name: string, text: string): unknown {
  if (isList(schema as { type?: string }))
    throw invalid(
      `options.${name}`,
      `\`options.${name}\` is no plain value: give it as JSON in the field options.`,
    );
  const meant = [
    ...(/^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/.test(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ];
  const number = /^(?:integer|number)$/.test((schema as { type?: string }).type ?? '');
  // A number out of range stays a number, so that the refusal says so and not that it is no number.
  if (number && typeof meant[0] === 'number') return meant[0];
  return meant.find(value => isAccepted(schema, value)) ?? text;
}

function readJson(text: string): Options {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('options', '`options` is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('options', '`options` must be an object, like {"quality": 80}.');
  return value as Options;
}

/** Reads all options given so far. An option given twice is refused, because one of the two would be ignored. */
export function readTextFields({ job, preset }: Choice, fields: TextFields): Options {
  const options: Options = { ...preset };
  const put = (name: string, value: unknown) => {
    if (name === '__proto__') throw invalid('options.__proto__', '`options.__proto__` is not a known field.');
    if (Object.hasOwn(options, name) && options[name] !== preset[name])
      throw invalid(`options.${name}`, `\`options.${name}\` is given twice.`);
    if (Object.hasOwn(preset, name) && value !== preset[name])
      throw invalid(
        `options.${name}`,
        `\`options.${name}\` must be ${preset[name]}, as the address says, or left out.`,
      );
    options[name] = value;
  };
  for (const [name, text] of fields) {
    if (name === 'options') for (const [each, value] of Object.entries(readJson(text))) put(each, value);
    else {
      const known = name === 'targetFormat' ? 'outputFormat' : name;
      const { properties } = job.options;
      const property = Object.hasOwn(properties, known) ? properties[known] : undefined;
      put(name, property ? readText(property, name, text) : text);
    }
  }
  return options;
}

const partial = new WeakMap<TObject, (value: unknown) => unknown>();

/** Refuses fields that are wrong whatever else may follow. */
export function checkSoFar(choice: Choice, fields: TextFields): void {
  const { options } = choice.job;
  const known = partial.get(options) ?? check(Type.Partial(options), { at: 'options' });
  partial.set(options, known);
  const { targetFormat: _, ...given } = readTextFields(choice, fields);
  known(given);
}
