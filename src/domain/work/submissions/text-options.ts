import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type ApiError, invalid } from '../../../contract/errors.ts';
import { explainExcess } from '../../../contract/json-limits.ts';
import type { Part } from '../../../contract/schema-part.ts';
import { limits } from '../../../settings/limits.ts';
import { checkIncomplete } from '../jobs/options.ts';
import type { Choice } from './choose-converter.ts';

/** An option as a form or a query gives it: as text under its name, or several as JSON under `options`. */
export type TextField = readonly [name: string, text: string];

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

/** Makes the refusal of a list or object that was given as plain text, which explains how to send it. */
function refuseText({ job }: Choice, schema: Part, name: string): ApiError {
  const example = schema.examples?.[0] ?? job.example?.[name] ?? (schema.type === 'array' ? [] : {});
  const shown = JSON.stringify({ [name]: Array.isArray(example) ? example.slice(0, 1) : example });
  const kind = schema.type === 'array' ? 'a list' : 'an object';
  return invalid(`options.${name}`, `\`${name}\` is ${kind}. Send \`options=${shown}\`.`);
}

/** Reads the value that a text means in the schema. A text that means none stays text, so that the check refuses it. */
function readText(choice: Choice, schema: TSchema, name: string, text: string): unknown {
  const { type = '' } = schema as Part;
  if (type === 'array' || type === 'object') throw refuseText(choice, schema as Part, name);
  const meant = [
    ...(/^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/.test(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ];
  // A number out of range is still read as a number, so that the refusal is about its range.
  if ((type === 'integer' || type === 'number') && typeof meant[0] === 'number') return meant[0];
  return meant.find(value => isAccepted(schema, value)) ?? text;
}

function readJson(text: string): Options {
  const excess = explainExcess(text, limits.json);
  if (excess) throw invalid('options', `\`options\` ${excess}.`);
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

function readField(choice: Choice, [name, text]: TextField): Options {
  if (name === 'options') return readJson(text);
  const { properties } = choice.job.options;
  const known = name === 'targetFormat' ? 'outputFormat' : name;
  const property = Object.hasOwn(properties, known) ? properties[known] : undefined;
  return Object.fromEntries([[name, property ? readText(choice, property, name, text) : text]]);
}

/** Collects the options of a request from its fields. Each field is read and checked once. */
export class TextOptions {
  readonly #options: Options = {};
  #choice: Choice | undefined;
  /** Fields that came before the job type was known. */
  #waiting: TextField[] = [];
  #hasJson = false;

  constructor(choice?: Choice) {
    if (choice) this.choose(choice);
  }

  add(field: TextField): void {
    if (field[0] === 'options' && this.#hasJson) throw invalid('options', '`options` is given twice.');
    this.#hasJson ||= field[0] === 'options';
    if (this.#choice) this.#read(this.#choice, field);
    else this.#waiting.push(field);
  }

  choose(choice: Choice): void {
    this.#choice = choice;
    Object.assign(this.#options, choice.preset);
    for (const field of this.#waiting.splice(0)) this.#read(choice, field);
  }

  list(): Options {
    return { ...this.#options };
  }

  #read(choice: Choice, field: TextField): void {
    const given = readField(choice, field);
    for (const [name, value] of Object.entries(given)) this.#put(choice, name, value);
    checkIncomplete(choice.job, given);
  }

  /** Sets an option. One that is given twice is refused, because one of the two would be ignored. */
  #put({ preset }: Choice, name: string, value: unknown): void {
    const path = `options.${name.slice(0, 200)}`;
    const shown = `\`${name.slice(0, 200)}\``;
    if (name === '__proto__') throw invalid(path, `${shown} is not a known field.`);
    if (Object.hasOwn(this.#options, name) && this.#options[name] !== preset[name])
      throw invalid(path, `${shown} is given twice.`);
    if (Object.hasOwn(preset, name) && value !== preset[name])
      throw invalid(path, `${shown} must be ${preset[name]}, as in the URL, or left out.`);
    this.#options[name] = value;
  }
}
