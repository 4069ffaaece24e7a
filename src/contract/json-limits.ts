/** Limits on the complexity of JSON, which determines processing time as much as its size. */
export interface JsonLimits {
  /** The deepest nesting of lists and objects. */
  depth: number;
  /** The number of lists, objects and plain values. */
  values: number;
  /** Fields of one object. */
  fields: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Returns the index of the quote that ends a string. */
function skipString(json: string, start: number): number {
  let at = start + 1;
  for (; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return at;
}

/**
 * Checks before parsing whether JSON is too complex. Returns the rest of a sentence about it. The parser
 * decides whether the text is JSON at all.
 */
export function explainExcess(json: string, limits: JsonLimits): string | undefined {
  const fields: number[] = [0];
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = skipString(json, at);
    else if (code === comma || code === openList || code === openObject) {
      if (++values > limits.values) return `has more than ${limits.values} values`;
      if (code !== comma && fields.push(0) > limits.depth + 1)
        return `is nested more than ${limits.depth} levels deep`;
    } else if (code === closeList || code === closeObject) {
      if (fields.length > 1) fields.pop();
    } else if (code === colon) {
      const top = fields.length - 1;
      fields[top] = fields[top]! + 1;
      if (fields[top] > limits.fields) return `has an object with more than ${limits.fields} fields`;
    }
  }
  return undefined;
}
