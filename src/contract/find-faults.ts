import { explainBounds } from './bounds.ts';
import { isTooLong } from './lists.ts';
import { isObject, joinPath, type Part } from './schema-part.ts';
import { canBe, explainUnion, typeNames } from './unions.ts';

/** The problem of one field, as the rest of a sentence whose subject is the field. */
export interface Fault {
  path: string;
  says: string;
  /** True if the schema does not know the field. */
  isUnknown?: true;
}

/**
 * Finds up to `most` faults. The library's own search has no such limit and is less specific about unions.
 */
export function findFaults(schema: Part, value: unknown, at: string, called: string, most: number): Fault[] {
  const search = new Search(called, most);
  search.look(schema, value, at);
  return search.faults;
}

const ofTypes: Record<string, (value: unknown) => boolean> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  integer: value => Number.isInteger(value),
  boolean: value => typeof value === 'boolean',
  array: value => Array.isArray(value),
  object: isObject,
  null: value => value === null,
};

/** Explains a value of the wrong type or outside the allowed values. */
function explainMismatch(schema: Part, value: unknown): string | undefined {
  const { enum: listed, const: only } = schema;
  if (listed) return listed.includes(value) ? undefined : `must be one of ${listed.join(', ')}`;
  if (only !== undefined) return only === value ? undefined : `must be ${JSON.stringify(only)}`;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0 || types.some(type => ofTypes[type]?.(value))) return undefined;
  return `must be ${types.map(type => typeNames[type] ?? type).join(' or ')}`;
}

/** Lists the allowed values of a field if they are a closed list. */
function listLiterals({ enum: listed, anyOf }: Part): unknown[] {
  const literals = listed ?? anyOf?.map(each => each.const) ?? [];
  return literals.includes(undefined) ? [] : literals;
}

class Search {
  readonly faults: Fault[] = [];
  readonly #called: string;
  readonly #most: number;

  constructor(called: string, most: number) {
    this.#called = called;
    this.#most = most;
  }

  get #isFull(): boolean {
    return this.faults.length >= this.#most;
  }

  #add(path: string, says: string, unknown?: { isUnknown: true }): void {
    if (!this.#isFull) this.faults.push({ path, says, ...unknown });
  }

  look(schema: Part, value: unknown, path: string): void {
    if (this.#isFull) return;
    if (schema.anyOf) {
      this.#lookAtUnion(schema.anyOf, value, path);
      return;
    }
    const mismatch = explainMismatch(schema, value);
    if (mismatch !== undefined) {
      this.#add(path, mismatch);
      return;
    }
    for (const part of schema.allOf ?? []) this.look(part, value, path);
    for (const says of explainBounds(schema, value)) this.#add(path, says);
    if (Array.isArray(value)) this.#lookAtEntries(schema, value, path);
    else if (isObject(value)) this.#lookAtFields(schema, value, path);
  }

  #lookAtUnion(alternatives: readonly Part[], value: unknown, path: string): void {
    if (alternatives.some(each => this.#fits(each, value))) return;
    const said = explainUnion(alternatives, value);
    if ('meant' in said) this.look(said.meant, value, path);
    else this.#add(said.child === undefined ? path : joinPath(path, said.child), said.says);
  }

  #fits(alternative: Part, value: unknown): boolean {
    return canBe(alternative, value) && findFaults(alternative, value, '', this.#called, 1).length === 0;
  }

  #lookAtEntries(schema: Part, list: readonly unknown[], path: string): void {
    if (!schema.items || isTooLong(list, schema)) return;
    for (const [index, entry] of list.entries()) {
      if (this.#isFull) return;
      this.look(schema.items, entry, joinPath(path, String(index)));
    }
  }

  #lookAtFields(schema: Part, fields: Record<string, unknown>, path: string): void {
    const { properties = {}, required = [], propertyNames } = schema;
    for (const name of required)
      if (!Object.hasOwn(fields, name)) this.#addMissing(properties[name], joinPath(path, name));
    const patterns = Object.entries(schema.patternProperties ?? {}).map(
      ([pattern, part]) => [new RegExp(pattern, 'u'), part] as const,
    );
    for (const [name, value] of Object.entries(fields)) {
      if (this.#isFull) return;
      const at = joinPath(path, name);
      if (propertyNames)
        for (const says of explainBounds(propertyNames, name)) this.#add(at, `has a name that ${says}`);
      const matching = patterns.filter(([pattern]) => pattern.test(name));
      for (const [, part] of matching) this.look(part, value, at);
      if (matching.length === 0 && !Object.hasOwn(properties, name))
        this.#lookAtOther(schema, value, at, Object.keys(properties));
    }
    for (const [name, part] of Object.entries(properties))
      if (Object.hasOwn(fields, name)) this.look(part, fields[name], joinPath(path, name));
  }

  #addMissing(schema: Part | undefined, path: string): void {
    const literals = schema ? listLiterals(schema) : [];
    this.#add(path, literals.length > 0 ? `is required, one of ${literals.join(', ')}` : 'is required');
  }

  /** Checks a field that the schema does not name. */
  #lookAtOther({ additionalProperties: others }: Part, value: unknown, path: string, known: string[]): void {
    if (typeof others === 'object') this.look(others, value, path);
    if (others !== false) return;
    const choices = known.length > 0 ? `; known: ${known.join(', ')}` : '';
    this.#add(path, `is not a known ${this.#called}${choices}`, { isUnknown: true });
  }
}
