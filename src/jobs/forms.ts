import type { TObject } from 'typebox';
import { type FormField, type FormWays, inForm } from './form-fields.ts';

interface Described {
  title?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
  'x-ways'?: FormWays;
}

/** Turns `keepMetadata` into "Keep metadata". */
function makeTitle(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Copies a schema with some parts replaced, including the hidden properties of TypeBox. */
function copyWith(schema: Described, replaced: Described): Described {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, replaced);
}

function describeField(name: string, schema: Described): Described {
  return copyWith(describeFields(schema), { title: schema.title ?? makeTitle(name) });
}

function describeFields(schema: Described): Described {
  const { properties, items, anyOf } = schema;
  return copyWith(schema, {
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, describeField(name, each)]),
      ),
    }),
    ...(items && { items: describeFields(items) }),
    ...(anyOf && { anyOf: anyOf.map(describeFields) }),
  });
}

/**
 * Returns the options for a form: each has a title, its own or one made of its name. `x-group` names options
 * that belong together, `x-ways` is the declaration's `formWays`, and the other keywords come from its `form`.
 */
export function describeForm(
  options: TObject,
  form: Readonly<Record<string, FormField>> = {},
  ways?: FormWays,
): TObject {
  const described = describeFields(options as Described);
  const properties = Object.entries(described.properties ?? {}).map(([name, schema]) => {
    const field = form[name];
    return [name, field ? copyWith(schema, inForm(field)) : schema];
  });
  return copyWith(described, {
    properties: Object.fromEntries(properties),
    ...(ways && { 'x-ways': ways }),
  }) as TObject;
}
