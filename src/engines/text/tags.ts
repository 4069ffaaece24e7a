/** One piece of markup: a start tag (`name`), an end tag (`/name`), or the text before the next tag. */
export interface Tag {
  name: string;
  /** The attributes as written. */
  attributes: string;
  empty: boolean;
  /** The text since the tag before. */
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text with its character references resolved; entities beyond the five of XML do not exist. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
        (whole, name, decimal, hex) => {
          if (name) return entities[name as string] ?? whole;
          const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      )
    : text;

export function findAttribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(`${name}="`);
  if (at < 0) return undefined;
  const start = at + name.length + 2;
  return unescapeXml(attributes.slice(start, attributes.indexOf('"', start)));
}

/** The end of a tag, or -1 where it has not arrived yet. A value may have a `>` in it, as formats do: `[>100]0.0`. */
export function findTagEnd(source: string, open: number): number {
  for (let close = source.indexOf('>', open); close >= 0; close = source.indexOf('>', close + 1)) {
    const before = source.charCodeAt(close - 1);
    // Nearly every tag ends in a quote or a slash, ends an element, or is too short to have values.
    const isPlain = before === 34 || before === 39 || before === 47 || close - open < 6;
    if (isPlain || source.charCodeAt(open + 1) === 47) return close;
    const quote = source
      .slice(open, close)
      .match(/"[^"]*"|'[^']*'|["']/g)
      ?.at(-1);
    if (!quote || quote.length > 1) return close;
  }
  return -1;
}

/** Walks through machine-written XML of any size as it arrives, a tag at a time. No claim to be a full parser. */
export async function* readTags(chunks: AsyncIterable<string>): AsyncGenerator<Tag[]> {
  let rest = '';
  for await (const chunk of chunks) {
    const source = rest + chunk;
    const tags: Tag[] = [];
    let at = 0;
    for (;;) {
      const open = source.indexOf('<', at);
      const close = open < 0 ? -1 : findTagEnd(source, open);
      if (close < 0) break;
      const empty = source.charCodeAt(close - 1) === 47;
      const inner = source.slice(open + 1, empty ? close - 1 : close);
      const space = inner.search(/\s/);
      tags.push({
        name: space < 0 ? inner : inner.slice(0, space),
        attributes: space < 0 ? '' : inner.slice(space),
        empty,
        text: source.slice(at, open),
      });
      at = close + 1;
    }
    rest = source.slice(at);
    yield tags;
  }
}
