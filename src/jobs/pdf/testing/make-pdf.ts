import { writeFile } from 'node:fs/promises';
import { zip } from '../../../lists.ts';
import { noise, PdfObjects, references, text } from './pdf-objects.ts';

export interface Bookmark {
  title: string;
  /** The page it goes to, counted from 1. */
  page?: number;
  /** Goes by this named destination instead. */
  name?: string;
  uri?: string;
  children?: Bookmark[];
}

export interface MadePage {
  text: string;
  rotate?: number;
  /** The points that a unit of the page stands for. By default one. */
  unit?: number;
  /** Pages or named destinations (with a slash: of the old kind) this page links to; `#3`: a page by its number alone. */
  links?: (number | string)[];
  fields?: { name: string; value: string }[];
}

export interface Made {
  pages: MadePage[];
  /** The size of all pages in points. By default A4. */
  size?: [width: number, height: number];
  /** The lower left corner of all pages. By default the origin. */
  corner?: [x: number, y: number];
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
  /** Bytes of an image in resources all pages share, which only page 1 draws. */
  sharedWeight?: number;
  /** Drawn on page 1, at a size in points. */
  picture?: {
    width: number;
    height: number;
    jpeg?: Buffer;
    samples?: Buffer;
    space?: string;
    shown: [number, number];
  };
  /** The font behind the name /Helv of fields, to make two documents differ. */
  fieldFont?: string;
  /** The XMP metadata, as XML. */
  xmp?: string;
  /** Tags the text of each page as a paragraph. */
  isTagged?: boolean;
  /** Has a field with a signature, whose value is made up. */
  isSigned?: boolean;
}

/** Writes a small document by hand, so that tests depend on no engine to make their inputs. */
export async function makePdf(path: string, made: Made): Promise<string> {
  await writeFile(path, pdfBytes(made));
  return path;
}

export function pdfBytes(made: Made): Buffer {
  const objects = new PdfObjects();
  const catalog = objects.reserve();
  const tree = objects.reserve();
  const pageIds = made.pages.map(() => objects.reserve());
  const goTo = (page: number) => `[${pageIds[page - 1]} 0 R /XYZ 0 700 0]`;
  const fieldFont = objects.add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /${made.fieldFont ?? 'Helvetica'} >>`,
  );
  const layers = (made.hiddenLayers ?? []).map(name => objects.add(`<< /Type /OCG /Name ${text(name)} >>`));
  const drawings = addDrawings(objects, made);
  const fieldIds: number[] = [];

  for (const [index, [page, id]] of zip(made.pages, pageIds).entries()) {
    const widgets = (page.fields ?? []).map((field, at) => addField(objects, field, at, id, fieldFont));
    fieldIds.push(...widgets);
    const annotations = [...addLinks(objects, page.links ?? [], goTo), ...widgets];
    const hidden = layers.map((_, at) => `/OC /L${at} BDC BT /F1 12 Tf 50 500 Td (hidden) Tj ET EMC`);
    const shown = index === 0 ? drawings.map(drawing => drawing.content) : [];
    const [x, y] = made.corner ?? [0, 0];
    const words = `BT /F1 24 Tf ${x + 50} ${y + 700} Td ${text(page.text)} Tj ET`;
    const marked = made.isTagged ? `/P << /MCID 0 >> BDC ${words} EMC` : words;
    const content = `${marked} ${shown.join(' ')} ${hidden.join(' ')}`;
    const rotate = page.rotate ? `/Rotate ${page.rotate}` : '';
    const unit = page.unit ? `/UserUnit ${page.unit}` : '';
    const tags = made.isTagged ? `/StructParents ${index}` : '';
    objects.set(
      id,
      `<< /Type /Page /Parent ${tree} 0 R /Contents ${objects.stream('', content)} 0 R ${rotate} ${unit} ${tags} /Annots ${references(annotations)} >>`,
    );
  }
  const font = objects.add(
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  );
  const resources = objects.add(
    `<< /Font << /F1 ${font} 0 R >> /XObject << ${drawings.map(drawing => drawing.resource).join(' ')} >> /Properties << ${layers.map((id, at) => `/L${at} ${id} 0 R`).join(' ')} >> >>`,
  );
  const [x, y] = made.corner ?? [0, 0];
  const [width, height] = made.size ?? [595, 842];
  objects.set(
    tree,
    `<< /Type /Pages /Kids ${references(pageIds)} /Count ${pageIds.length} /MediaBox [${x} ${y} ${x + width} ${y + height}] /Resources ${resources} 0 R >>`,
  );

  const entries = catalogEntries(objects, made, goTo);
  if (made.xmp) entries.push(`/Metadata ${objects.stream('/Type /Metadata /Subtype /XML', made.xmp)} 0 R`);
  if (made.isTagged)
    entries.push(`/MarkInfo << /Marked true >> /StructTreeRoot ${addTags(objects, pageIds)} 0 R`);
  if (made.isSigned)
    fieldIds.push(objects.add('<< /FT /Sig /T (approval) /V << /Type /Sig /Contents <00> >> >>'));
  if (fieldIds.length)
    entries.push(
      `/AcroForm << /Fields ${references(fieldIds)} /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv ${fieldFont} 0 R >> >> >>`,
    );
  if (layers.length)
    entries.push(
      `/OCProperties << /OCGs ${references(layers)} /D << /OFF ${references(layers)} /Order ${references(layers)} >> >>`,
    );
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R ${entries.join(' ')} >>`);
  const info = Object.entries(made.info ?? {}).map(([key, value]) => `/${key} ${text(value)}`);
  return objects.file(`/Root ${catalog} 0 R /Info ${objects.add(`<< ${info.join(' ')} >>`)} 0 R`);
}

function addDrawings(objects: PdfObjects, made: Made): { resource: string; content: string }[] {
  const drawings = [];
  const image = (width: number, height: number, space: string, data: Buffer, filter = '') =>
    objects.stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /${space} ${filter}`,
      data,
    );
  if (made.sharedWeight !== undefined) {
    const id = image(1, made.sharedWeight, 'DeviceGray', noise(made.sharedWeight));
    drawings.push({ resource: `/Weight ${id} 0 R`, content: 'q 10 0 0 10 500 700 cm /Weight Do Q' });
  }
  if (made.picture) {
    const { width, height, jpeg, samples, shown, space = 'DeviceRGB' } = made.picture;
    const id = image(width, height, space, (jpeg ?? samples)!, jpeg ? '/Filter /DCTDecode' : '');
    drawings.push({
      resource: `/Picture ${id} 0 R`,
      content: `q ${shown[0]} 0 0 ${shown[1]} 100 200 cm /Picture Do Q`,
    });
  }
  return drawings;
}

function addTags(objects: PdfObjects, pages: readonly number[]): number {
  const [root, document] = [objects.reserve(), objects.reserve()];
  const paragraphs = pages.map(page =>
    objects.add(`<< /Type /StructElem /S /P /P ${document} 0 R /Pg ${page} 0 R /K 0 >>`),
  );
  const parents = paragraphs.map((paragraph, index) => `${index} [${paragraph} 0 R]`);
  objects.set(document, `<< /Type /StructElem /S /Document /P ${root} 0 R /K ${references(paragraphs)} >>`);
  objects.set(
    root,
    `<< /Type /StructTreeRoot /K ${document} 0 R /ParentTree << /Nums [${parents.join(' ')}] >> >>`,
  );
  return root;
}

function targetOf(to: number | string, goTo: (page: number) => string): string {
  if (typeof to === 'number') return goTo(to);
  if (to.startsWith('#')) return `[${Number(to.slice(1)) - 1} /Fit]`;
  return to.startsWith('/') ? to : text(to);
}

function addLinks(objects: PdfObjects, links: (number | string)[], goTo: (page: number) => string): number[] {
  return links.map((to, at) => {
    const target = targetOf(to, goTo);
    const action = at % 2 === 0 ? `/Dest ${target}` : `/A << /S /GoTo /D ${target} >>`;
    const place = `[0 ${at * 10} 50 ${at * 10 + 9}]`;
    return objects.add(`<< /Type /Annot /Subtype /Link /Rect ${place} /Border [0 0 0] ${action} >>`);
  });
}

function addField(
  objects: PdfObjects,
  { name, value }: { name: string; value: string },
  at: number,
  page: number,
  font: number,
): number {
  const look = objects.stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /Helv ${font} 0 R >> >>`,
    `/Tx BMC BT /Helv 12 Tf 2 5 Td ${text(value)} Tj ET EMC`,
  );
  return objects.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T ${text(name)} /V ${text(value)} /Rect [100 ${100 + at * 30} 300 ${120 + at * 30}] /P ${page} 0 R /F 4 /AP << /N ${look} 0 R >> >>`,
  );
}

function catalogEntries(objects: PdfObjects, made: Made, goTo: (page: number) => string): string[] {
  const entries: string[] = [];
  if (made.outline) {
    const root = objects.reserve();
    const { first, last, count } = addOutline(objects, made.outline, root, goTo);
    objects.set(root, `<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${count} >>`);
    entries.push(`/Outlines ${root} 0 R`);
  }
  const trees: string[] = [];
  if (made.names) {
    const sorted = Object.entries(made.names).sort(([a], [b]) => (a < b ? -1 : 1));
    trees.push(
      `/Dests << /Names [${sorted.map(([name, page]) => `${text(name)} ${goTo(page)}`).join(' ')}] >>`,
    );
  }
  if (made.attachments) {
    const files = Object.entries(made.attachments).map(([name, data]) => {
      const file = objects.stream('/Type /EmbeddedFile', data);
      return `${text(name)} << /Type /Filespec /F ${text(name)} /UF ${text(name)} /EF << /F ${file} 0 R >> >>`;
    });
    trees.push(`/EmbeddedFiles << /Names [${files.join(' ')}] >>`);
  }
  entries.push(`/Names << ${trees.join(' ')} >>`);
  const old = Object.entries(made.oldNames ?? {}).map(([name, page]) => `/${name} ${goTo(page)}`);
  if (old.length) entries.push(`/Dests << ${old.join(' ')} >>`);
  const labels = (made.labels ?? []).map(
    ({ at, style, prefix, start }) =>
      `${at} << ${style ? `/S /${style}` : ''} ${prefix ? `/P ${text(prefix)}` : ''} ${start ? `/St ${start}` : ''} >>`,
  );
  if (labels.length) entries.push(`/PageLabels << /Nums [${labels.join(' ')}] >>`);
  return entries;
}

function addOutline(
  objects: PdfObjects,
  items: Bookmark[],
  parent: number,
  goTo: (page: number) => string,
): { first: number; last: number; count: number } {
  const ids = items.map(() => objects.reserve());
  let count = items.length;
  for (const [at, [item, id]] of zip(items, ids).entries()) {
    const parts = [`/Title ${text(item.title)} /Parent ${parent} 0 R`];
    if (item.uri) parts.push(`/A << /S /URI /URI ${text(item.uri)} >>`);
    else if (item.name)
      parts.push(`/A << /S /GoTo /D ${item.name.startsWith('/') ? item.name : text(item.name)} >>`);
    else if (item.page) parts.push(`/Dest ${goTo(item.page)}`);
    if (at > 0) parts.push(`/Prev ${ids[at - 1]} 0 R`);
    if (at + 1 < ids.length) parts.push(`/Next ${ids[at + 1]} 0 R`);
    if (item.children?.length) {
      const below = addOutline(objects, item.children, id, goTo);
      parts.push(`/First ${below.first} 0 R /Last ${below.last} 0 R /Count ${below.count}`);
      count += below.count;
    }
    objects.set(id, `<< ${parts.join(' ')} >>`);
  }
  return { first: Math.min(...ids), last: Math.max(...ids), count };
}
