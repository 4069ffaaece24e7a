/** A use of a command or the beginning of an environment, with its arguments. */
export interface Use {
  name: string;
  /** Arguments in braces. */
  given: string[];
  /** Arguments in square brackets or parentheses. */
  options: string[];
}

const closings: Record<string, string> = { '{': '}', '[': ']', '(': ')' };
/** The longest argument, the deepest uses within arguments, and the most arguments without an end. */
const limits = { length: 20_000, depth: 8, unclosed: 1000 };

/** Finds the end of a group that begins at a position; undefined if it has none. */
function findEnd(text: string, start: number): number | undefined {
  const closing = closings[text[start]!];
  let depth = 0;
  for (let at = start + 1; at < Math.min(text.length, start + limits.length); at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === closing && depth === 0) return at;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth < 0) return undefined;
  }
  return undefined;
}

/** Reads up to `count` arguments in braces, and the options before and between them. */
function readArguments(text: string, start: number, count: number): { end: number } & Omit<Use, 'name'> {
  const [given, options]: [string[], string[]] = [[], []];
  let end = start;
  for (;;) {
    const at = end + /^[ \t]*\n?[ \t]*/.exec(text.slice(end, end + 200))![0].length;
    const isOption = text[at] === '[' || (text[at] === '(' && at === end);
    if (!isOption && (text[at] !== '{' || given.length === count)) break;
    // Brackets after the last argument belong to the text.
    if (isOption && given.length === count && count > 0) break;
    const close = findEnd(text, at);
    if (close === undefined) break;
    (isOption ? options : given).push(text.slice(at + 1, close));
    end = close + 1;
  }
  return { given, options, end };
}

const definition = /\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|def|let)\*?\s*$/;
const word = /\\(?:(begin)\{([A-Za-z]+\*?)\}|([A-Za-z]+\*?))/g;

/**
 * Rewrites the commands and the beginnings of environments (as `begin:name`) that `counts` gives a number of arguments. A use
 * with fewer arguments stays as it is.
 */
export function rewriteUses(
  text: string,
  counts: ReadonlyMap<string, number>,
  rewrite: (use: Use) => string,
  depth = 0,
): string {
  let [result, done, unclosed] = ['', 0, 0];
  for (const found of text.matchAll(word)) {
    const name = found[1] ? `begin:${found[2]}` : found[3]!;
    const count = counts.get(name);
    if (count === undefined || found.index < done || unclosed > limits.unclosed) continue;
    const { end, given, options } = readArguments(text, found.index + found[0].length, count);
    if (given.length < count) {
      unclosed++;
      continue;
    }
    if (definition.test(text.slice(Math.max(0, found.index - 40), found.index))) continue;
    const within = (each: string): string =>
      depth < limits.depth && each.includes('\\') ? rewriteUses(each, counts, rewrite, depth + 1) : each;
    result += text.slice(done, found.index) + rewrite({ name, given: given.map(within), options });
    done = end;
  }
  return result + text.slice(done);
}

const defined =
  /\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|NewDocumentCommand|def|let)\*?\s*\{?\\([A-Za-z]+)/g;

/** Leaves out the commands that a document defines itself. */
export function withoutDefined(counts: ReadonlyMap<string, number>, text: string): Map<string, number> {
  const own = new Set(Array.from(text.matchAll(defined), ([, name]) => name));
  return new Map([...counts].filter(([name]) => !own.has(name)));
}
