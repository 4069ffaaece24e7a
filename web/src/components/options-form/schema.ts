import type { Condition } from '../../wording/conditions.ts';
import type { Ways } from './ways.ts';

/** The parts of an option's JSON Schema that the form uses. */
export interface OptionSchema {
  type?: string;
  title?: string;
  'x-group'?: string;
  /** A control that the type of the option does not tell, such as a box on a page. */
  'x-control'?: string;
  description?: string;
  /** One short sentence for people. */
  'x-help'?: string;
  /** The labels of values; the empty text stands for leaving it out. */
  'x-labels'?: Record<string, string>;
  /** The value that applies if it is left out. */
  'x-default'?: unknown;
  'x-shown-when'?: Condition;
  'x-hidden'?: boolean;
  default?: unknown;
  /** The first one is what the form begins with. */
  examples?: unknown[];
  enum?: (string | number)[];
  const?: string | number;
  anyOf?: OptionSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  writeOnly?: boolean;
  items?: OptionSchema;
  properties?: Record<string, OptionSchema>;
  required?: string[];
  /** The ways to use a job type, on the schema of all its options. */
  'x-ways'?: Ways;
}

/** The allowed values. */
export type Choice = string | number | boolean;

/** Chooses the control for an option. */
export type Control =
  | { kind: 'switch' }
  | { kind: 'choice'; values: Choice[] }
  | { kind: 'place'; values: Choice[] }
  | { kind: 'number'; minimum: number | undefined; maximum: number | undefined; whole: boolean }
  | { kind: 'colour' }
  | { kind: 'pages' }
  | { kind: 'password' }
  | { kind: 'list'; values: string[] }
  | { kind: 'several'; values: Choice[] }
  | { kind: 'bytes' }
  | { kind: 'file' }
  | { kind: 'group'; properties: Record<string, OptionSchema> }
  | { kind: 'steps'; variants: OptionSchema[] }
  | { kind: 'boxes'; many: boolean }
  | { kind: 'pairs' }
  | { kind: 'form' }
  | { kind: 'text'; long: boolean };

/** Texts that may be longer than this get a text area. */
const longText = 400;

export function chooseControl(name: string, schema: OptionSchema, choices?: string[]): Control {
  const values = schema.enum ?? constants(schema);
  if (values) return { kind: values.includes('top-left') ? 'place' : 'choice', values };
  // A number or a more specific value: the form sets the number.
  const plain = schema.anyOf?.find(
    ({ type }) => type === 'number' || type === 'integer' || type === 'string',
  );
  if (!schema.type && plain)
    return chooseControl(name, { ...schema, anyOf: undefined, ...plain } as OptionSchema, choices);
  if (schema['x-control'] === 'bytes') return { kind: 'bytes' };
  if (schema['x-control'] === 'file') return { kind: 'file' };
  if (schema['x-control'] === 'form') return { kind: 'form' };
  // Without a default, the value depends on other options, so "automatic" is a choice of its own.
  if (schema.type === 'boolean')
    return getDefault(schema) === undefined ? { kind: 'choice', values: [true, false] } : { kind: 'switch' };
  if (schema.type === 'number' || schema.type === 'integer') {
    const { minimum, maximum } = schema;
    const labelled = Object.keys(schema['x-labels'] ?? {}).flatMap(key => (key ? Number(key) : []));
    if (labelled.length > 0) return { kind: 'choice', values: labelled };
    return { kind: 'number', minimum, maximum, whole: schema.type === 'integer' };
  }
  if (schema['x-control'] === 'page-box') return { kind: 'boxes', many: false };
  if (schema.items?.['x-control'] === 'page-box') return { kind: 'boxes', many: true };
  if (schema.type === 'array' && schema.items?.anyOf?.every(({ type }) => type === 'object'))
    return { kind: 'steps', variants: schema.items.anyOf };
  if (schema.type === 'array' && schema.items?.properties) return { kind: 'steps', variants: [schema.items] };
  const each = schema.items && (schema.items.enum ?? constants(schema.items));
  if (schema.type === 'array' && each) return { kind: 'several', values: each };
  if (schema.type === 'array') return { kind: 'list', values: choices ?? [] };
  if (schema.type === 'object' && !schema.properties) return { kind: 'pairs' };
  if (schema.type === 'object') return { kind: 'group', properties: schema.properties ?? {} };
  if (schema.writeOnly) return { kind: 'password' };
  if (schema.pattern?.includes('[0-9a-fA-F]')) return { kind: 'colour' };
  const listed = /^\^\(([\w-]+(?:\|[\w-]+)+)\)\$$/.exec(schema.pattern ?? '')?.[1];
  if (listed) return { kind: 'choice', values: listed.split('|') };
  if (name === 'pages' || name === 'ranges') return { kind: 'pages' };
  if (choices && choices.length > 0) return { kind: 'choice', values: choices };
  return { kind: 'text', long: (schema.maxLength ?? 0) > longText };
}

/** Whether the control of an option shows the pages on which it is chosen. */
export const showsPage = (name: string, schema: OptionSchema): boolean =>
  ['place', 'boxes'].includes(chooseControl(name, schema).kind);

function constants({ anyOf }: OptionSchema): (string | number)[] | undefined {
  const values = anyOf?.map(each => each.const);
  return values?.every(value => value !== undefined) ? (values as (string | number)[]) : undefined;
}

/** The value that applies if the option is left out. */
export const getDefault = (schema: OptionSchema): unknown => schema.default ?? schema['x-default'];

export const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Removes options that have their default value. */
export function withoutDefault(
  options: Record<string, unknown>,
  name: string,
  value: unknown,
  schema: OptionSchema,
): Record<string, unknown> {
  const { [name]: _before, ...rest } = options;
  const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return empty || isEqual(value, getDefault(schema)) ? rest : { ...rest, [name]: value };
}
