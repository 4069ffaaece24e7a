import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { isTooLong } from './lists.ts';
import { isObject, type Part } from './schema-part.ts';
import { canBe } from './unions.ts';

type Fill = (value: unknown) => unknown;

function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, clone(field)]));
}

/**
 * Makes a function that fills in the defaults of a schema; undefined for a schema without any. The library's
 * own function tries each alternative of a union on a copy, which is too slow for untrusted input.
 */
export function compileDefaults(schema: Part): Fill | undefined {
  const fillParts = compileParts(schema);
  if (!('default' in schema)) return fillParts;
  const { default: usual } = schema;
  return value => {
    const given = value === undefined ? clone(usual) : value;
    return fillParts ? fillParts(given) : given;
  };
}

function compileParts(schema: Part): Fill | undefined {
  if (schema.anyOf) return compileUnion(schema.anyOf);
  if (schema.type === 'array') {
    const fill = schema.items && compileDefaults(schema.items);
    return fill && (value => (Array.isArray(value) && !isTooLong(value, schema) ? value.map(fill) : value));
  }
  const fills = Object.entries(schema.properties ?? {}).flatMap(([name, part]): [string, Fill][] => {
    const fill = compileDefaults(part);
    return fill ? [[name, fill]] : [];
  });
  if (fills.length === 0) return undefined;
  return value => {
    if (!isObject(value)) return value;
    for (const [name, fill] of fills) {
      const filled = fill(Object.hasOwn(value, name) ? value[name] : undefined);
      if (filled !== undefined) value[name] = filled;
    }
    return value;
  };
}

/** Fills in the defaults of the first alternative that matches the value. */
function compileUnion(alternatives: readonly Part[]): Fill | undefined {
  const fills = alternatives.map(compileDefaults);
  if (fills.every(fill => !fill)) return undefined;
  const checks = alternatives.map(part => Compile(part as TSchema));
  return value => {
    for (const [index, alternative] of alternatives.entries()) {
      if (!canBe(alternative, value)) continue;
      const fill = fills[index];
      const filled = fill ? fill(clone(value)) : value;
      if (checks[index]!.Check(filled)) return filled;
    }
    return value;
  };
}
