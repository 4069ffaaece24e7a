import {
  type Block,
  type Document,
  type Footnote,
  isFurniture,
  type ListItem,
  plainText,
  type Run,
  type TableBlock,
} from '../../model.ts';
import { placeCells } from '../markdown-table.ts';
import { divideWidth } from './column-widths.ts';
import { findPageStarts } from './page-starts.ts';
import type { Counting, NumberedList, Relation } from './parts.ts';

/** A picture of a figure. */
export interface Picture {
  bytes: Uint8Array;
  type: 'png' | 'jpeg';
}

export const escapeXml = (text: string): string =>
  text
    // Characters that XML cannot hold.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** English metric units in a point, and units of the widths of tables. */
const unitsAPoint = 12_700;
const twentieths = 20;
/** The indentation for each depth of a list, in twentieths of a point. */
const listIndent = 720;

/** A number as tables have it, with its sign, currency and unit. */
const figure = /^[\p{Sc}(+−–-]{0,3}\s?\d[\d.,'\s]*\s?[%)\p{Sc}]{0,2}$/u;

/** Writes the body of a Word file and collects what its other parts must hold. */
export class BodyWriter {
  readonly relations: Relation[] = [];
  readonly lists: NumberedList[] = [];
  readonly notes: string[] = [];
  readonly pictures: { name: string; picture: Picture }[] = [];
  readonly #width: number;
  readonly #pictureOf: (block: Block & { kind: 'figure' }) => Picture | undefined;
  readonly #footnotes = new Map<string, Footnote>();
  readonly #pageStarts: ReadonlySet<Block>;
  #open: { list: number; depth: number; counting: Counting; value: number }[] = [];

  constructor(
    document: Document,
    /** The width between the margins, in points. */
    width: number,
    pictureOf: (block: Block & { kind: 'figure' }) => Picture | undefined,
  ) {
    this.#width = width;
    this.#pictureOf = pictureOf;
    this.#pageStarts = findPageStarts(document);
    for (const block of document.blocks)
      if (block.kind === 'footnote') this.#footnotes.set(`${block.places[0]!.page} ${block.marker}`, block);
  }

  write({ blocks }: Document): string {
    const referred = new Set<Footnote>();
    const parts: string[] = [];
    for (const block of blocks) {
      if (isFurniture(block) || block.kind === 'footnote') continue;
      if (block.kind !== 'list-item') this.#open = [];
      parts.push(this.#block(block, referred));
    }
    // A note that nothing refers to stays as a paragraph, so that nothing is lost.
    for (const note of this.#footnotes.values())
      if (!referred.has(note))
        parts.push(this.#paragraph(note.runs, note, '<w:pStyle w:val="FootnoteText"/>', `${note.marker} `));
    return parts.join('');
  }

  #block(block: Block, referred: Set<Footnote>): string {
    switch (block.kind) {
      case 'heading':
        return this.#paragraph(block.runs, block, `<w:pStyle w:val="Heading${block.level}"/>`, '', referred);
      case 'list-item':
        return this.#item(block, referred);
      case 'table':
        return this.#table(block);
      case 'figure':
        return this.#figure(block);
      case 'code':
        return block.text
          .split('\n')
          .map(
            line =>
              `<w:p><w:pPr><w:pStyle w:val="SourceCode"/></w:pPr><w:r><w:t xml:space="preserve">${escapeXml(line)}</w:t></w:r></w:p>`,
          )
          .join('');
      default:
        return this.#paragraph(block.runs, block, '', '', referred);
    }
  }

  #paragraph(
    runs: readonly Run[],
    block: Block,
    properties: string,
    before = '',
    referred?: Set<Footnote>,
  ): string {
    const start = this.#pageStarts.has(block) ? '<w:pageBreakBefore/>' : '';
    const direction = block.direction === 'rtl' ? '<w:bidi/>' : '';
    const depth = block.kind === 'paragraph' ? (block.depth ?? 0) : 0;
    const indent = depth > 0 ? `<w:ind w:left="${listIndent * depth}"/>` : '';
    const prefix = before === '' ? '' : `<w:r><w:t xml:space="preserve">${escapeXml(before)}</w:t></w:r>`;
    const page = block.places[0]?.page ?? 0;
    const content = runs.map(run => this.#run(run, page, referred)).join('');
    return `<w:p><w:pPr>${properties}${start}${direction}${indent}</w:pPr>${prefix}${content}</w:p>`;
  }

  #run(run: Run, page: number, referred?: Set<Footnote>): string {
    const note = run.superscript ? this.#footnotes.get(`${page} ${run.text.trim()}`) : undefined;
    if (note && referred && !referred.has(note)) {
      referred.add(note);
      this.notes.push(this.#paragraph(note.runs, note, '<w:pStyle w:val="FootnoteText"/>'));
      return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${this.notes.length}"/></w:r>`;
    }
    const look = [
      run.link === undefined ? '' : '<w:rStyle w:val="Hyperlink"/>',
      run.code ? '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>' : '',
      run.bold ? '<w:b/><w:bCs/>' : '',
      run.italic ? '<w:i/><w:iCs/>' : '',
      run.superscript ? '<w:vertAlign w:val="superscript"/>' : '',
      run.subscript ? '<w:vertAlign w:val="subscript"/>' : '',
    ].join('');
    const text = `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(run.text)}</w:t></w:r>`;
    return run.link === undefined
      ? text
      : `<w:hyperlink r:id="${this.#relate('hyperlink', run.link)}">${text}</w:hyperlink>`;
  }

  #relate(kind: Relation['kind'], target: string): string {
    const known = this.relations.find(each => each.kind === kind && each.target === target);
    if (known) return known.id;
    const id = `link${this.relations.length + 1}`;
    this.relations.push({ id, kind, target });
    return id;
  }

  #item(item: ListItem, referred: Set<Footnote>): string {
    const { counting, value } = readCounting(item);
    const depth = Math.min(item.depth, 8);
    while (this.#open.length > 0 && this.#open.at(-1)!.depth > depth) this.#open.pop();
    let list = this.#open.at(-1);
    const goesOn =
      list &&
      list.depth === depth &&
      list.counting === counting &&
      (counting === 'bullet' || value === list.value + 1);
    if (!list || !goesOn) {
      if (list?.depth === depth) this.#open.pop();
      this.lists.push({ counting, level: depth, start: value });
      list = { list: this.lists.length, depth, counting, value };
      this.#open.push(list);
    }
    list.value = value;
    const properties = `<w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list.list}"/></w:numPr>`;
    return this.#paragraph(item.runs, item, properties, '', referred);
  }

  #table(table: TableBlock): string {
    const grid = placeCells(table.rows);
    const widths = divideWidth(grid, this.#width * twentieths);
    const width = widths.length;
    const measure = (column: number, columns: number) =>
      widths.slice(column, column + columns).reduce((sum, own) => sum + own, 0);
    const caption = table.caption
      ? this.#paragraph(table.caption, table, '<w:pStyle w:val="Caption"/><w:keepNext/>')
      : '';
    // This holds, for each column, how many rows the cell above still spans, and how wide it is.
    const spans = new Array<{ rows: number; columns: number } | undefined>(width).fill(undefined);
    const rows = grid.map((row, at) => {
      const isHeader = at < table.headerRows;
      let cells = '';
      for (let column = 0; column < width; ) {
        const cell = row[column];
        const above = spans[column];
        if (cell) {
          if (cell.rows > 1) spans[column] = { rows: cell.rows - 1, columns: cell.columns };
          cells += this.#cell(
            isHeader ? cell.runs.map((run): Run => ({ ...run, bold: true })) : cell.runs,
            { columns: cell.columns, width: measure(column, cell.columns) },
            cell.rows > 1 ? '<w:vMerge w:val="restart"/>' : '',
            table,
          );
          column += cell.columns;
        } else if (above && above.rows > 0) {
          above.rows--;
          cells += this.#cell(
            [],
            { columns: above.columns, width: measure(column, above.columns) },
            '<w:vMerge/>',
            table,
          );
          column += above.columns;
        } else {
          cells += this.#cell([], { columns: 1, width: measure(column, 1) }, '', table);
          column++;
        }
      }
      return `<w:tr>${isHeader ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells}</w:tr>`;
    });
    const columns = widths.map(own => `<w:gridCol w:w="${own}"/>`).join('');
    return `${caption}<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows.join('')}</w:tbl><w:p/>`;
  }

  #cell(
    runs: readonly Run[],
    { columns, width }: { columns: number; width: number },
    merge: string,
    table: TableBlock,
  ): string {
    const isFigure = table.direction === 'ltr' && figure.test(plainText(runs).trim());
    const align = isFigure ? '<w:jc w:val="right"/>' : '';
    const span = columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : '';
    return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}</w:tcPr>${this.#paragraph(runs, table, align)}</w:tc>`;
  }

  #figure(block: Block & { kind: 'figure' }): string {
    const picture = this.#pictureOf(block);
    const caption = block.caption ? this.#paragraph(block.caption, block, '<w:pStyle w:val="Caption"/>') : '';
    if (!picture) return caption;
    const { box } = block.places[0]!;
    const scale = Math.min(1, this.#width / (box.right - box.left));
    const [width, height] = [box.right - box.left, box.bottom - box.top].map(side =>
      Math.round(side * scale * unitsAPoint),
    );
    const number = this.pictures.length + 1;
    const name = `media/figure${number}.${picture.type}`;
    this.pictures.push({ name, picture });
    const alt = escapeXml(block.alt ?? (block.caption ? plainText(block.caption) : ''));
    const id = this.#relate('image', name);
    return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="${width}" cy="${height}"/><wp:docPr id="${number}" name="Figure ${number}" descr="${alt}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${number}" name="Figure ${number}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>${caption}`;
  }
}

function readCounting({ ordered, marker }: ListItem): { counting: Counting; value: number } {
  if (!ordered) return { counting: 'bullet', value: 0 };
  const number = /\d+/.exec(marker)?.[0];
  if (number !== undefined) return { counting: 'decimal', value: Number(number) };
  const letters = /[a-z]+/i.exec(marker)?.[0] ?? 'a';
  if (/^[ivx]+$/.test(letters) && letters !== 'v' && letters !== 'x')
    return { counting: 'lowerRoman', value: readRoman(letters) };
  const value = letters.toLowerCase().charCodeAt(0) - 96;
  return { counting: letters === letters.toUpperCase() ? 'upperLetter' : 'lowerLetter', value };
}

function readRoman(text: string): number {
  const digits: Record<string, number> = { i: 1, v: 5, x: 10 };
  return [...text].reduce((sum, letter, at) => {
    const [own, next] = [digits[letter] ?? 0, digits[text[at + 1] ?? ''] ?? 0];
    return sum + (own < next ? -own : own);
  }, 0);
}
