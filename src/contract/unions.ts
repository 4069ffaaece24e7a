import { isObject, type Part } from './schema-part.ts';

/** The names of types in sentences. */
export const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const nameType = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

/** Returns true if the value has the alternative's type. A literal does not count as a type. */
function isOfType({ type, const: only }: Part, value: unknown): boolean {
  const given = nameType(value);
  return only === undefined && (type === given || (type === 'integer' && given === 'number'));
}

/** Finds the property that distinguishes the alternatives, with its values. */
function findDiscriminator(alternatives: readonly Part[]): { name: string; choices: unknown[] } | undefined {
  const name = Object.keys(alternatives[0]?.properties ?? {}).find(each =>
    alternatives.every(({ properties }) => properties?.[each]?.const !== undefined),
  );
  if (name === undefined) return undefined;
  return { name, choices: alternatives.map(({ properties }) => properties?.[name]?.const) };
}

/** Returns true if the value can be the alternative: it has its type and its distinguishing literals. */
export function canBe(alternative: Part, value: unknown): boolean {
  if (alternative.const !== undefined) return alternative.const === value;
  if (alternative.type === undefined) return true;
  if (!isOfType(alternative, value)) return false;
  return Object.entries(alternative.properties ?? {}).every(([name, part]) => {
    const field = (value as Record<string, unknown>)[name] ?? part.default;
    return part.const === undefined || field === part.const;
  });
}

/** Finds the object that knows more of the value's fields than every other. */
function findClosest(objects: readonly Part[], value: object): Part | undefined {
  const names = Object.keys(value);
  const known = objects.map(
    ({ properties = {} }) => names.filter(name => Object.hasOwn(properties, name)).length,
  );
  const most = Math.max(0, ...known);
  return most > 0 && known.indexOf(most) === known.lastIndexOf(most)
    ? objects[known.indexOf(most)]
    : undefined;
}

const listChoices = (choices: readonly unknown[]): string => `must be one of ${choices.join(', ')}`;

/**
 * Explains why a value is none of the alternatives: by the one that was meant, or by a sentence about all.
 */
export function explainUnion(
  alternatives: readonly Part[],
  value: unknown,
): { meant: Part } | { child?: string; says: string } {
  const ofType = alternatives.filter(each => isOfType(each, value));
  const discriminator = ofType.length > 1 ? findDiscriminator(ofType) : undefined;
  if (discriminator) {
    const { name, choices } = discriminator;
    const meant = ofType[choices.indexOf((value as Record<string, unknown>)[name])];
    return meant ? { meant } : { child: name, says: listChoices(choices) };
  }
  const meant = ofType.length > 1 && isObject(value) ? findClosest(ofType, value) : ofType[0];
  if (meant) return { meant };
  const required = [...new Set(ofType.flatMap(each => each.required?.[0] ?? []))];
  if (required.length > 1) return { says: `must have ${required.map(name => `\`${name}\``).join(' or ')}` };
  const literals = alternatives.filter(each => each.const !== undefined).map(each => each.const);
  const open = alternatives.filter(each => each.const === undefined);
  const names = [...new Set(open.flatMap(({ type }) => typeNames[String(type ?? '')] ?? []))];
  const areNumbers = typeof value === 'string' && literals.every(each => typeof each === 'number');
  if (literals.length > 0 && names.length === 0)
    return { says: `${listChoices(literals)}${areNumbers ? ', as a number' : ''}` };
  return { says: `must be ${[...literals.map(each => JSON.stringify(each)), ...names].join(' or ')}` };
}
