const fonts = {
  plain: 'Helvetica',
  bold: 'Helvetica-Bold',
  italic: 'Helvetica-Oblique',
  mono: 'Courier',
} as const;

/** A line of text whose baseline is `y` points below the page's upper edge. */
export interface DrawnText {
  x: number;
  y: number;
  text: string;
  size?: number;
  font?: keyof typeof fonts;
  /** As the operator `rg` takes it: `1 1 1` is white. */
  colour?: string;
  /** The structure tag that the line belongs to, such as `H1`. */
  tag?: string;
  /** Degrees by which the line rises. */
  turn?: number;
}

export interface DrawnPage {
  texts: DrawnText[];
  /** Lines from one point to another. */
  rules?: [x0: number, y0: number, x1: number, y1: number][];
  /** Filled areas, drawn first. */
  areas?: { x: number; y: number; width: number; height: number; colour: string }[];
  rotate?: number;
  fields?: { x: number; y: number; width: number; height: number; value: string }[];
}

const [width, height] = [595, 842];

const escapeText = (text: string): string => text.replace(/[\\()]/g, '\\$&');

function drawText(
  { x, y, text, size = 10, font = 'plain', colour = '0 0 0', tag, turn = 0 }: DrawnText,
  mark: number,
) {
  const [cos, sin] = [Math.cos, Math.sin].map(part => part((turn * Math.PI) / 180).toFixed(4));
  const matrix = `${cos} ${sin} ${-Number(sin)} ${cos} ${x} ${height - y}`;
  const drawn = `BT ${colour} rg /${font} ${size} Tf ${matrix} Tm (${escapeText(text)}) Tj ET`;
  return tag === undefined ? drawn : `/${tag} << /MCID ${mark} >> BDC ${drawn} EMC`;
}

/** Writes a PDF by hand, so that a test knows what stands where. */
export function drawPdf(
  pages: readonly DrawnPage[],
  outline: readonly { title: string; page: number }[] = [],
): Buffer {
  const objects: string[] = [];
  const add = (object: string): number => objects.push(object);
  const catalog = add('');
  const tree = add('');
  const resources = add(
    `<< /Font << ${Object.entries(fonts)
      .map(
        ([name, base]) =>
          `/${name} << /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`,
      )
      .join(' ')} >> >>`,
  );
  const root = add('');
  const tagged: { page: number; kids: string[] }[] = [];
  const fields: number[] = [];
  const numbers = pages.map(({ texts, rules = [], areas = [], rotate = 0, fields: own = [] }, index) => {
    const content = [
      ...areas.map(
        ({ x, y, width: wide, height: high, colour }) =>
          `${colour} rg ${x} ${height - y - high} ${wide} ${high} re f`,
      ),
      ...texts.map(drawText),
      ...rules.map(([x0, y0, x1, y1]) => `0.7 w ${x0} ${height - y0} m ${x1} ${height - y1} l S`),
    ].join('\n');
    const stream = add(`<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`);
    const widgets = own.map(({ x, y, width: wide, height: high, value }, at) => {
      const rect = `[${x} ${height - y - high} ${x + wide} ${height - y}]`;
      const name = `field${index}-${at}`;
      return add(
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${escapeText(value)}) /Rect ${rect} /F 4 >>`,
      );
    });
    fields.push(...widgets);
    const page = add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Resources ${resources} 0 R ` +
        `/Contents ${stream} 0 R /StructParents ${index} /Annots [${widgets.map(id => `${id} 0 R`).join(' ')}] >>`,
    );
    const kids = texts.flatMap(({ tag }, mark) =>
      tag === undefined
        ? []
        : [`${add(`<< /Type /StructElem /S /${tag} /P ${root} 0 R /Pg ${page} 0 R /K ${mark} >>`)} 0 R`],
    );
    tagged.push({ page: index, kids });
    return page;
  });
  const kids = tagged.flatMap(({ kids: own }) => own);
  const parents = tagged.map(({ page, kids: own }) => `${page} [${own.join(' ')}]`).join(' ');
  objects[root - 1] =
    `<< /Type /StructTreeRoot /K [${kids.join(' ')}] /ParentTree << /Nums [${parents}] >> >>`;
  const bookmarks = add('');
  const first = objects.length + 1;
  for (const [at, { title, page }] of outline.entries()) {
    const [before, next] = [at > 0 ? `/Prev ${first + at - 1} 0 R` : '', at + 1 < outline.length];
    add(
      `<< /Title (${escapeText(title)}) /Parent ${bookmarks} 0 R ${before} ${next ? `/Next ${first + at + 1} 0 R` : ''} /Dest [${numbers[page - 1]} 0 R /Fit] >>`,
    );
  }
  objects[bookmarks - 1] =
    outline.length > 0
      ? `<< /Type /Outlines /First ${first} 0 R /Last ${first + outline.length - 1} 0 R /Count ${outline.length} >>`
      : '<< /Type /Outlines >>';
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${bookmarks} 0 R ${kids.length > 0 ? `/StructTreeRoot ${root} 0 R /MarkInfo << /Marked true >>` : ''} ` +
    `/AcroForm << /Fields [${fields.map(id => `${id} 0 R`).join(' ')}] >> >>`;
  objects[tree - 1] =
    `<< /Type /Pages /Kids [${numbers.map(id => `${id} 0 R`).join(' ')}] /Count ${numbers.length} >>`;
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root ${catalog} 0 R >>\n`, 'latin1');
}
