import { isObject, joinPath, type Part } from './schema-part.ts';
import { canBe } from './unions.ts';

/** A list that fails a test. */
interface FoundList {
  path: string;
  schema: Part;
}
type FindList = (value: unknown, path: string) => FoundList | undefined;
type Test = (list: readonly unknown[], schema: Part) => boolean;

/** The most entries of a list whose schema sets no limit. */
const usualMaxItems = 1000;

export const getMaxItems = ({ maxItems }: Part): number => maxItems ?? usualMaxItems;
export const isTooLong: Test = (list, schema) => list.length > getMaxItems(schema);

/**
 * Makes a function that tests only the lists of a value, outer ones first; undefined for a schema without
 * lists.
 */
export function compileListTest(schema: Part, fails: Test): FindList | undefined {
  if (schema.anyOf) return compileUnion(schema.anyOf, fails);
  if (schema.type === 'array') {
    const inEntry = schema.items && compileListTest(schema.items, fails);
    return (value, path) => {
      if (!Array.isArray(value)) return undefined;
      if (fails(value, schema)) return { path, schema };
      return (
        inEntry && findFirst(value.keys(), index => inEntry(value[index], joinPath(path, String(index))))
      );
    };
  }
  const inFields = compileFields(schema.properties ?? {}, fails);
  const [everyField] = Object.values(schema.patternProperties ?? {});
  const inEveryField = everyField && compileListTest(everyField, fails);
  if (inFields.length === 0 && !inEveryField) return undefined;
  return (value, path) => {
    if (!isObject(value)) return undefined;
    return (
      findFirst(inFields, ([name, find]) => find(value[name], joinPath(path, name))) ??
      (inEveryField && findFirst(Object.keys(value), name => inEveryField(value[name], joinPath(path, name))))
    );
  };
}

function compileFields(properties: Record<string, Part>, fails: Test): [string, FindList][] {
  return Object.entries(properties).flatMap(([name, part]): [string, FindList][] => {
    const find = compileListTest(part, fails);
    return find ? [[name, find]] : [];
  });
}

/** A value of a union fails if it fails as each alternative that it can be. */
function compileUnion(alternatives: readonly Part[], fails: Test): FindList | undefined {
  const finds = alternatives.map(part => compileListTest(part, fails));
  if (finds.every(find => !find)) return undefined;
  return (value, path) => {
    const possible = finds.filter((_, index) => canBe(alternatives[index]!, value));
    const found = possible.map(find => find?.(value, path));
    return found.includes(undefined) ? undefined : found[0];
  };
}

function findFirst<Item>(
  items: Iterable<Item>,
  find: (item: Item) => FoundList | undefined,
): FoundList | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
