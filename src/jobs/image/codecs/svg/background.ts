const root = /<((?:[\w.-]+:)?)svg(\s(?:"[^"]*"|'[^']*'|[^'"<>])*)>/;
const style = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const background =
  /(?:^|;)\s*background(?:-color)?\s*:\s*(?:light-dark\(\s*)?(#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([^()]*\))\s*(?:,[^;]*\))?\s*(?:!important\s*)?(?:;|$)/i;
const viewBox = /\sviewBox\s*=\s*["']([^"']*)["']/;
const none = new Set(['transparent', 'none', 'inherit', 'initial', 'unset', 'revert']);

/** Finds the area of a drawing in its own units, if its root element says so. */
function findArea(attributes: string): string[] | undefined {
  const box = viewBox.exec(attributes)?.[1];
  if (box === undefined) return /\swidth\s*=/.test(attributes) ? ['0', '0', '100%', '100%'] : undefined;
  const [x, y, width, height] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!width || !height || ![x, y, width, height].every(Number.isFinite)) return undefined;
  // A drawing that fills its frame in one direction only has the colour in the whole frame.
  return [x! - 9 * width, y! - 9 * height, 19 * width, 19 * height].map(String);
}

/** Draws the background that the root element has by CSS, as draw.io writes it, which the renderer leaves out. */
export function drawBackground(file: Buffer): Buffer {
  const markup = file.toString('latin1');
  const found = root.exec(markup);
  const [tag = '', prefix = '', attributes = ''] = found ?? [];
  const [, double, single] = style.exec(attributes) ?? [];
  const colour = background.exec((double ?? single ?? '').replaceAll('&quot;', '"'))?.[1];
  const area = findArea(attributes);
  if (!found || !colour || none.has(colour.toLowerCase()) || !area || attributes.endsWith('/')) return file;
  const [x, y, width, height] = area;
  const end = found.index + tag.length;
  // A colour that the renderer does not know leaves the attribute in force.
  const drawn = `<${prefix}rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" style="fill:${colour};stroke:none"/>`;
  return Buffer.concat([file.subarray(0, end), Buffer.from(drawn), file.subarray(end)]);
}
