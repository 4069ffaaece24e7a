import { writeFile } from 'node:fs/promises';

/** A place a link, bookmark or name goes to: a page, counted from 1. */
export interface Bookmark {
  title: string;
  page?: number;
  /** Goes by this named destination instead. */
  name?: string;
  uri?: string;
  children?: Bookmark[];
}

export interface Field {
  name: string;
  value: string;
}

export interface MadePage {
  text: string;
  rotate?: number;
  /** Pages or named destinations this page links to. */
  links?: (number | string)[];
  fields?: Field[];
}

export interface Made {
  pages: MadePage[];
  /** Of all pages, in points; A4 unless given. */
  size?: [width: number, height: number];
  outline?: Bookmark[];
  /** In the name tree. */
  names?: Record<string, number>;
  /** In the old catalog dictionary. */
  oldNames?: Record<string, number>;
  labels?: { at: number; style?: string; prefix?: string; start?: number }[];
  info?: Record<string, string>;
  attachments?: Record<string, string>;
  /** Layers that are off. */
  hiddenLayers?: string[];
  /** A JPEG-sized blob in resources all pages share, which only page 1 draws. */
  sharedWeight?: number;
  /** The look of fields: the font behind the name /Helv, to make two documents differ. */
  fieldFont?: string;
}

/** Writes a small document by hand, object by object, so that tests depend on no engine to make their inputs. */
export async function makePdf(path: string, made: Made): Promise<string> {
  await writeFile(path, pdfBytes(made));
  return path;
}

export function pdfBytes(made: Made): Buffer {
  const objects: (string | Buffer)[] = [];
  const add = (body: string | Buffer): number => objects.push(body);
  const reserve = (): number => objects.push('null');
  const set = (id: number, body: string) => {
    objects[id - 1] = body;
  };
  const stream = (dict: string, data: string | Buffer): Buffer => {
    const bytes = Buffer.from(data as string);
    return Buffer.concat([
      Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  };

  const catalog = reserve();
  const tree = reserve();
  const pageIds = made.pages.map(reserve);
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const fieldFont = add(`<< /Type /Font /Subtype /Type1 /BaseFont /${made.fieldFont ?? 'Helvetica'} >>`);
  const layers = (made.hiddenLayers ?? []).map(name => add(`<< /Type /OCG /Name ${text(name)} >>`));
  const weight =
    made.sharedWeight === undefined
      ? ''
      : `/XObject << /Weight ${add(
          stream(
            `/Type /XObject /Subtype /Image /Width 1 /Height ${made.sharedWeight} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
            noise(made.sharedWeight),
          ),
        )} 0 R >>`;
  const properties = layers.map((id, at) => `/L${at} ${id} 0 R`).join(' ');
  const resources = add(`<< /Font << /F1 ${font} 0 R >> ${weight} /Properties << ${properties} >> >>`);
  const destination = (page: number) => `[${pageIds[page - 1]} 0 R /XYZ 0 700 0]`;
  const fieldIds: number[] = [];

  made.pages.forEach((page, index) => {
    const annotations: number[] = [];
    (page.links ?? []).forEach((to, at) => {
      const target = typeof to === 'number' ? destination(to) : to.startsWith('/') ? to : text(to);
      const action = at % 2 === 0 ? `/Dest ${target}` : `/A << /S /GoTo /D ${target} >>`;
      annotations.push(
        add(
          `<< /Type /Annot /Subtype /Link /Rect [0 ${at * 10} 50 ${at * 10 + 9}] /Border [0 0 0] ${action} >>`,
        ),
      );
    });
    (page.fields ?? []).forEach((field, at) => {
      const rectangle = `[100 ${100 + at * 30} 300 ${120 + at * 30}]`;
      const look = add(
        stream(
          `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /Helv ${fieldFont} 0 R >> >>`,
          `/Tx BMC BT /Helv 12 Tf 2 5 Td ${text(field.value)} Tj ET EMC`,
        ),
      );
      const id = add(
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T ${text(field.name)} /V ${text(field.value)} /Rect ${rectangle} /P ${pageIds[index]} 0 R /F 4 /AP << /N ${look} 0 R >> >>`,
      );
      annotations.push(id);
      fieldIds.push(id);
    });
    const hidden = layers
      .map((_, at) => `/OC /L${at} BDC BT /F1 12 Tf 50 500 Td (hidden) Tj ET EMC`)
      .join(' ');
    const drawn = weight && index === 0 ? 'q 10 0 0 10 500 700 cm /Weight Do Q' : '';
    const content = add(stream('', `BT /F1 24 Tf 50 700 Td ${text(page.text)} Tj ET ${drawn} ${hidden}`));
    set(
      pageIds[index]!,
      `<< /Type /Page /Parent ${tree} 0 R /Contents ${content} 0 R ${page.rotate ? `/Rotate ${page.rotate}` : ''} /Annots [${annotations.map(id => `${id} 0 R`).join(' ')}] >>`,
    );
  });
  set(
    tree,
    `<< /Type /Pages /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] /Count ${pageIds.length} /MediaBox [0 0 ${(made.size ?? [595, 842]).join(' ')}] /Resources ${resources} 0 R >>`,
  );

  const addOutline = (items: Bookmark[], parent: number): { first: number; last: number; count: number } => {
    const ids = items.map(reserve);
    let count = items.length;
    items.forEach((item, at) => {
      const below = item.children?.length ? addOutline(item.children, ids[at]!) : undefined;
      count += below?.count ?? 0;
      const goal = item.uri
        ? `/A << /S /URI /URI ${text(item.uri)} >>`
        : item.name
          ? `/A << /S /GoTo /D ${item.name.startsWith('/') ? item.name : text(item.name)} >>`
          : item.page
            ? `/Dest ${destination(item.page)}`
            : '';
      set(
        ids[at]!,
        `<< /Title ${text(item.title)} /Parent ${parent} 0 R ${goal} ${at > 0 ? `/Prev ${ids[at - 1]} 0 R` : ''} ${at + 1 < ids.length ? `/Next ${ids[at + 1]} 0 R` : ''} ${below ? `/First ${below.first} 0 R /Last ${below.last} 0 R /Count ${below.count}` : ''} >>`,
      );
    });
    return { first: ids[0]!, last: ids.at(-1)!, count };
  };

  const entries: string[] = [];
  if (made.outline) {
    const root = reserve();
    const { first, last, count } = addOutline(made.outline, root);
    set(root, `<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${count} >>`);
    entries.push(`/Outlines ${root} 0 R`);
  }
  const trees: string[] = [];
  if (made.names) {
    const sorted = Object.entries(made.names).sort(([a], [b]) => (a < b ? -1 : 1));
    trees.push(
      `/Dests << /Names [${sorted.map(([name, page]) => `${text(name)} ${destination(page)}`).join(' ')}] >>`,
    );
  }
  if (made.attachments) {
    const files = Object.entries(made.attachments).map(([name, data]) => {
      const file = add(stream('/Type /EmbeddedFile', data));
      return `${text(name)} << /Type /Filespec /F ${text(name)} /UF ${text(name)} /EF << /F ${file} 0 R >> >>`;
    });
    trees.push(`/EmbeddedFiles << /Names [${files.join(' ')}] >>`);
  }
  if (trees.length) entries.push(`/Names << ${trees.join(' ')} >>`);
  if (made.oldNames)
    entries.push(
      `/Dests << ${Object.entries(made.oldNames)
        .map(([name, page]) => `/${name} ${destination(page)}`)
        .join(' ')} >>`,
    );
  if (made.labels)
    entries.push(
      `/PageLabels << /Nums [${made.labels
        .map(
          ({ at, style, prefix, start }) =>
            `${at} << ${style ? `/S /${style}` : ''} ${prefix ? `/P ${text(prefix)}` : ''} ${start ? `/St ${start}` : ''} >>`,
        )
        .join(' ')}] >>`,
    );
  if (fieldIds.length)
    entries.push(
      `/AcroForm << /Fields [${fieldIds.map(id => `${id} 0 R`).join(' ')}] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv ${fieldFont} 0 R >> >> >>`,
    );
  if (layers.length) {
    const list = layers.map(id => `${id} 0 R`).join(' ');
    entries.push(`/OCProperties << /OCGs [${list}] /D << /OFF [${list}] /Order [${list}] >> >>`);
  }
  set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R ${entries.join(' ')} >>`);
  const info = made.info
    ? `/Info ${add(
        `<< ${Object.entries(made.info)
          .map(([key, value]) => `/${key} ${text(value)}`)
          .join(' ')} >>`,
      )} 0 R`
    : '';
  return assemble(objects, `/Root ${catalog} 0 R ${info}`);
}

function assemble(objects: (string | Buffer)[], trailer: string): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.6\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = chunks[0]!.length;
  const offsets = objects.map((body, index) => {
    const at = length;
    const chunk = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(body as string),
      Buffer.from('\nendobj\n'),
    ]);
    chunks.push(chunk);
    length += chunk.length;
    return at;
  });
  const table = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  chunks.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

/** A PDF string: ASCII as it is, anything else as UTF-16 in hexadecimal. */
const text = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value)
    ? `(${value.replace(/[\\()]/g, '\\$&')})`
    : `<feff${[...value].map(c => Buffer.from(c, 'utf16le').swap16().toString('hex')).join('')}>`;

/** Bytes that do not compress, the same each time. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    bytes[at] = state >> 16;
  }
  return bytes;
}
