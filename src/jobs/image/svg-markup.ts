/** libvips knows an SVG by a root element in its first thousand bytes, and by nothing else. */
const reach = 900;
const maxEntity = 1000;

/** Markup in UTF-8 whose root element stands where libvips looks for it. */
export function findableSvg(file: Buffer): Buffer {
  const utf8 = fromUtf16(file);
  const root = /<(?:[\w-]+:)?svg[\s>/]/.exec(utf8.toString('latin1'))?.index ?? -1;
  if (root < reach) return utf8;
  const prolog = utf8
    .toString('latin1', 0, root)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\s+/g, ' ');
  const rest = utf8.subarray(root);
  if (prolog.length < reach) return Buffer.concat([Buffer.from(prolog, 'latin1'), rest]);
  return withEntities(rest, prolog);
}

function fromUtf16(file: Buffer): Buffer {
  const mark = file.length > 2 ? file.readUInt16BE(0) : 0;
  if (mark !== 0xfffe && mark !== 0xfeff) return file;
  const text = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(file);
  return Buffer.from(text.replace(/^<\?xml[^>]*\?>/, ''));
}

/** Drawing programs define a page of short names first: their values are put in place, and the definitions dropped. */
function withEntities(markup: Buffer, prolog: string): Buffer {
  const values = new Map<string, string>();
  for (const [, name, double, single] of prolog.matchAll(
    /<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>/g,
  )) {
    const value = double ?? single ?? '';
    if (value.length <= maxEntity) values.set(name!, value);
  }
  const text = markup
    .toString('latin1')
    .replace(/&([\w.-]+);/g, (whole, name: string) => values.get(name) ?? whole);
  return Buffer.from(text, 'latin1');
}
