import { appendRun } from './layout/runs.ts';
import type { Block, Document, Run, TableCell } from './model.ts';

/** Deeper markup is read as if it were not nested any further. */
const deepest = 200;
const maxSpan = 1000;

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined)
      return code < 0x110000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '';
    return named[(name as string).toLowerCase()] ?? whole;
  });

interface Tag {
  name: string;
  closes: boolean;
  attributes: string;
}

const readAttribute = (attributes: string, name: string): string | undefined => {
  const [, double, single, bare] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(attributes) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decode(value);
};

const readSpan = (attributes: string, name: string): number =>
  Math.max(1, Math.min(maxSpan, Number(readAttribute(attributes, name)) || 1));

interface OpenTable {
  rows: TableCell[][];
  headerRows: number;
  cell: TableCell | undefined;
  inHead: boolean;
}

/** Fills the model from a page's markup, whose tags name the kind of each part. */
class HtmlReader {
  readonly blocks: Block[] = [];
  #runs: Run[] = [];
  #kind: { kind: 'paragraph' } | { kind: 'heading'; level: number } | { kind: 'item' } = {
    kind: 'paragraph',
  };
  readonly #lists: { ordered: boolean; count: number }[] = [];
  readonly #look = { bold: 0, italic: 0, code: 0, superscript: 0, subscript: 0 };
  readonly #links: (string | undefined)[] = [];
  readonly #tables: OpenTable[] = [];
  #pre: string | undefined;
  /** Whether the items of a list are footnotes. */
  #areNotes = false;

  get #common() {
    return { places: [], direction: 'ltr' as const, source: 'format' as const };
  }

  text(raw: string): void {
    const text = decode(raw);
    if (this.#pre !== undefined) {
      this.#pre += text;
      return;
    }
    const target = this.#tables.at(-1)?.cell?.runs ?? this.#runs;
    const before = target.at(-1)?.text ?? '';
    let plain = text.replace(/\s+/g, ' ');
    if (before === '' || before.endsWith(' ')) plain = plain.replace(/^ /, '');
    if (plain === '' || (this.#tables.length > 0 && !this.#tables.at(-1)!.cell)) return;
    const link = this.#links.findLast(address => address !== undefined);
    appendRun(target, {
      text: plain,
      ...(this.#look.bold > 0 && { bold: true as const }),
      ...(this.#look.italic > 0 && { italic: true as const }),
      ...(this.#look.code > 0 && { code: true as const }),
      ...(this.#look.superscript > 0 && { superscript: true as const }),
      ...(this.#look.subscript > 0 && { subscript: true as const }),
      ...(link !== undefined && { link }),
    });
  }

  /** Ends the block that is open. */
  end(): void {
    const runs = this.#runs;
    this.#runs = [];
    const last = runs.at(-1);
    if (last) last.text = last.text.trimEnd();
    if (runs.every(run => run.text.trim() === '')) return;
    const kind = this.#kind;
    const list = this.#lists.at(-1);
    if (kind.kind === 'heading')
      this.blocks.push({ kind: 'heading', ...this.#common, level: kind.level, runs });
    else if (kind.kind === 'item' && list) {
      list.count++;
      const marker = list.ordered ? `${list.count}.` : '•';
      if (this.#areNotes)
        this.blocks.push({ kind: 'footnote', ...this.#common, marker: `${list.count}`, runs });
      else
        this.blocks.push({
          kind: 'list-item',
          ...this.#common,
          depth: this.#lists.length - 1,
          ordered: list.ordered,
          marker,
          runs,
        });
      this.#kind = { kind: 'paragraph' };
    } else
      this.blocks.push({
        kind: 'paragraph',
        ...this.#common,
        runs,
        ...(this.#lists.length > 0 && { depth: this.#lists.length }),
      });
  }

  tag({ name, closes, attributes }: Tag): void {
    const look = (
      {
        b: 'bold',
        strong: 'bold',
        i: 'italic',
        em: 'italic',
        code: 'code',
        tt: 'code',
        sup: 'superscript',
        sub: 'subscript',
      } as const
    )[name];
    if (look) this.#look[look] = Math.min(deepest, Math.max(0, this.#look[look] + (closes ? -1 : 1)));
    else if (name === 'a') this.#link(closes, attributes);
    else if (name === 'br') this.text(' ');
    else if (name === 'input') this.#tickBox(attributes);
    else if (name === 'pre') this.#code(closes);
    else if (/^(table|thead|tbody|tfoot|tr|td|th)$/.test(name)) this.#table(name, closes, attributes);
    else if (this.#tables.length > 0) {
      if (name === 'p' || name === 'div' || name === 'li') this.text(' ');
    } else if (/^h[1-6]$/.test(name)) {
      this.end();
      this.#kind = closes ? { kind: 'paragraph' } : { kind: 'heading', level: Number(name[1]) };
    } else if (name === 'ul' || name === 'ol') {
      this.end();
      if (closes) this.#lists.pop();
      else if (this.#lists.length < deepest)
        this.#lists.push({
          ordered: name === 'ol',
          count: (Number(readAttribute(attributes, 'start')) || 1) - 1,
        });
    } else if (name === 'li') {
      this.end();
      this.#kind = closes ? { kind: 'paragraph' } : { kind: 'item' };
    } else if (name === 'img') this.#image(attributes);
    else if (name === 'section') {
      this.end();
      this.#areNotes = !closes && /\bfootnotes\b/.test(readAttribute(attributes, 'class') ?? '');
    } else if (
      /^(p|div|article|header|footer|main|aside|nav|blockquote|figure|figcaption|dl|dt|dd|hr|body)$/.test(
        name,
      ) &&
      this.#kind.kind !== 'heading'
    ) {
      if (!(name === 'p' && !closes && this.#kind.kind === 'item')) this.end();
    }
  }

  #link(closes: boolean, attributes: string): void {
    if (closes) this.#links.pop();
    else if (this.#links.length < deepest) {
      const address = readAttribute(attributes, 'href');
      this.#links.push(address !== undefined && /^(https?:|mailto:)/i.test(address) ? address : undefined);
    }
  }

  #tickBox(attributes: string): void {
    if (readAttribute(attributes, 'type')?.toLowerCase() === 'checkbox')
      this.text(/(?:^|\s)checked(?=[\s=/]|$)/i.test(attributes) ? '☑ ' : '☐ ');
  }

  /** Adds a formula: as a block if it stands alone, otherwise within its sentence. */
  formula(math: string): void {
    const text = plain(math.replace(annotation, ''));
    const tex = annotation.exec(math)?.[1];
    const latex = tex === undefined ? undefined : decode(tex).trim();
    if (/^<math\b[^>]*\bdisplay\s*=\s*["']?block/i.test(math) && this.#tables.length === 0) {
      this.end();
      this.blocks.push({ kind: 'formula', ...this.#common, runs: [{ text }], ...(latex && { latex }) });
    } else if (latex) appendRun(this.#tables.at(-1)?.cell?.runs ?? this.#runs, { text, latex });
    else this.text(text);
  }

  #code(closes: boolean): void {
    if (!closes) {
      this.end();
      this.#pre = '';
    } else if (this.#pre !== undefined) {
      const text = this.#pre.replace(/^\n/, '').trimEnd();
      this.#pre = undefined;
      if (text !== '') this.blocks.push({ kind: 'code', ...this.#common, text });
    }
  }

  #image(attributes: string): void {
    const alt = readAttribute(attributes, 'alt');
    if (alt !== undefined && alt !== '') this.blocks.push({ kind: 'figure', ...this.#common, alt });
  }

  #table(name: string, closes: boolean, attributes: string): void {
    const table = this.#tables.at(-1);
    if (name === 'table' && !closes) {
      this.end();
      if (this.#tables.length < deepest)
        this.#tables.push({ rows: [], headerRows: 0, cell: undefined, inHead: false });
    } else if (!table) return;
    else if (name === 'table') {
      this.#tables.pop();
      const rows = table.rows.filter(row => row.length > 0);
      const outer = this.#tables.at(-1)?.cell;
      const texts = rows.flat().flatMap(cell => cell.runs);
      if (outer) for (const run of texts) appendRun(outer.runs, { ...run, text: `${run.text} ` });
      else if (texts.length > 0)
        this.blocks.push({
          kind: 'table',
          ...this.#common,
          rows,
          headerRows: Math.min(table.headerRows, rows.length),
        });
    } else if (name === 'thead') table.inHead = !closes;
    else if (name === 'tr' && !closes) {
      table.rows.push([]);
      if (table.inHead) table.headerRows++;
    } else if (name === 'td' || name === 'th') {
      if (closes) {
        const last = table.cell?.runs.at(-1);
        if (last) last.text = last.text.trimEnd();
        table.cell = undefined;
      } else {
        if (table.rows.length === 0) table.rows.push([]);
        table.cell = {
          runs: [],
          columns: readSpan(attributes, 'colspan'),
          rows: readSpan(attributes, 'rowspan'),
        };
        table.rows.at(-1)!.push(table.cell);
        if (name === 'th' && table.rows.length === 1 && table.headerRows === 0) table.headerRows = 1;
      }
    }
  }
}

/** The formula in LaTeX, which Pandoc writes beside its MathML. */
const annotation = /<annotation\b[^>]*x-tex[^>]*>([\s\S]*?)<\/annotation\s*>/i;

const plain = (markup: string): string =>
  decode(markup.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

/** A link from a footnote back to its reference. */
const backLink = /<a\b[^>]*\bfootnote-back\b[^>]*>[^<]*<\/a\s*>/gi;

const token =
  /<(math)\b[\s\S]*?<\/math\s*>|<!--[\s\S]*?-->|<![^>]*>|<(script|style|head|svg|template)\b[\s\S]*?<\/\2\s*>|<(\/?)([a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;

/** Reads a document from the markup of a web page. It has no pages, so its blocks have no positions. */
export function readHtml(page: string): Document {
  const reader = new HtmlReader();
  for (const [whole, math, skipped, slash, name, attributes = ''] of page
    .replace(backLink, '')
    .matchAll(token)) {
    if (math) reader.formula(whole);
    else if (name) reader.tag({ name: name.toLowerCase(), closes: slash === '/', attributes });
    else if (!skipped && !whole.startsWith('<!')) reader.text(whole);
  }
  reader.end();
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1];
  const isMirrored = /<html[^>]*\bdir\s*=\s*"?rtl/i.test(page);
  return {
    ...(title !== undefined && title.trim() !== '' && { title: decode(title.trim()) }),
    direction: isMirrored ? 'rtl' : 'ltr',
    pages: [],
    blocks: isMirrored
      ? reader.blocks.map(block => ({ ...block, direction: 'rtl' as const }))
      : reader.blocks,
    hiddenTextRemoved: false,
  };
}
