/** The part of a JSON schema that is used to describe requests. */
export interface Part {
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Part[];
  allOf?: Part[];
  properties?: Record<string, Part>;
  required?: string[];
  additionalProperties?: Part | boolean;
  patternProperties?: Record<string, Part>;
  propertyNames?: Part;
  minProperties?: number;
  maxProperties?: number;
  items?: Part;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
}

type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Joins a path and a field's name. The name is shortened, because a caller may send a megabyte. */
export function joinPath(path: string, name: string): string {
  if (name === '') return path;
  const short = name.length > 200 ? `${name.slice(0, 200)}…` : name;
  return path === '' ? short : `${path}.${short}`;
}

export const hasRepeats = (list: readonly unknown[]): boolean =>
  new Set(list.map(each => JSON.stringify(each))).size < list.length;
