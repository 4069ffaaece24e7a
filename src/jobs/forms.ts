import type { TObject } from 'typebox';

interface Described {
  title?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

/** `keepMetadata` reads "Keep metadata". */
function makeTitle(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A copy with some parts replaced, and with what TypeBox hides in a schema. */
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

/** Options as a form shows them: every one has a title, which is its own or made of its name. `x-group` names those that belong together. */
export const describeForm = (options: TObject): TObject => describeFields(options as Described) as TObject;
