/** Elements that Pandoc passes over, or does not know by this name. */
const passedOver = new Set(
  [
    ...['txbxContent', 'fldSimple', 'dir', 'bdo', 'ruby', 'customXml', 'cr', 'ptab', 'sym', 'ffData'],
    ...['vanish', 'gridBefore'],
  ]
    .map(name => `w:${name}`)
    .concat('mc:AlternateContent'),
);
/** A run with one of these is read as this one thing, whatever else is in it. */
const alone = new Set(['w:drawing', 'w:pict', 'w:footnoteReference', 'w:endnoteReference', 'w:fldChar']);
const strict = 'http://purl.oclc.org/ooxml/';
const signs = '"Wingdings';

interface Table {
  columns: number;
  used: number;
}

/** Searches the text of a Word file, a piece at a time, for anything that Pandoc would leave out. */
export class WordScan {
  #rest = '';
  #isFirst = true;
  #tables: Table[] = [];
  #inRun = 0;
  #hasAlone = false;
  #isInserted = false;
  #isInstruction = false;
  /** The elements that change what those inside them mean. */
  #isLink = false;
  #isOfRow = false;
  #style = '';

  isPassedOver(chunk: string): boolean {
    const text = this.#rest + chunk;
    if (text.includes(strict) || text.includes(signs)) return true;
    // Pandoc knows Word's names by their usual prefix only.
    if (this.#isFirst && !text.includes('xmlns:w=')) return true;
    this.#isFirst = false;
    const end = text.lastIndexOf('<');
    this.#rest = text.slice(end);
    for (const [, close, name = '', attributes = ''] of text
      .slice(0, end)
      .matchAll(/<(\/?)([\w:]+)([^<>]*)>/g))
      if (this.#isTagPassedOver(close === '/', name, attributes)) return true;
    return false;
  }

  #isTagPassedOver(isEnd: boolean, name: string, attributes: string): boolean {
    if (passedOver.has(name) || (name === 'v:textpath' && attributes.includes(' string='))) return true;
    if (name === 'w:fldChar' && !isEnd && this.#isInnerField(attributes)) return true;
    if (name === 'w:ins' || name === 'w:moveTo') {
      this.#isInserted = !isEnd && !attributes.endsWith('/');
      return this.#isInserted && !attributes.includes('w:author=');
    }
    if (name === 'm:oMath') return this.#isInserted;
    if (name === 'w:hyperlink') this.#isLink = !isEnd;
    if (name === 'w:trPr') this.#isOfRow = !isEnd;
    if ((name === 'w:fldChar' && this.#isLink) || (name === 'w:del' && this.#isOfRow)) return true;
    if (name === 'w:pPr') this.#style = '';
    if (name === 'w:pStyle') this.#style = attributes;
    // The names of the styles of headings are in the language of the user.
    if (name === 'w:numPr' && /"(?!List|TOC)[^"\d]+[1-9]"/.test(this.#style)) return true;
    if (name === 'w:r') {
      this.#inRun = 0;
      this.#hasAlone = false;
    } else if (!isEnd && (name === 'w:t' || name === 'w:instrText' || alone.has(name))) {
      this.#inRun++;
      this.#hasAlone ||= alone.has(name);
      return this.#hasAlone && this.#inRun > 1;
    } else return this.#isNarrow(isEnd, name, attributes);
    return false;
  }

  /** Tells whether a mark of a field begins another one in the instruction. */
  #isInnerField(attributes: string): boolean {
    const isBegin = attributes.includes('"begin"');
    const isInner = isBegin && this.#isInstruction;
    this.#isInstruction = isBegin;
    return isInner;
  }

  /** Tells whether a table has rows beyond the columns that it declares. */
  #isNarrow(isEnd: boolean, name: string, attributes: string): boolean {
    const table = this.#tables.at(-1);
    if (name === 'w:tbl') {
      if (isEnd) this.#tables.pop();
      else this.#tables.push({ columns: 0, used: 0 });
    } else if (!table || isEnd) return false;
    else if (name === 'w:gridCol') {
      if (!attributes.includes('w:w=')) return true;
      table.columns++;
    } else if (name === 'w:tr') table.used = 0;
    else if (name === 'w:tc') table.used++;
    else if (name === 'w:gridSpan') table.used += Number(/w:val="(\d+)"/.exec(attributes)?.[1] ?? 1) - 1;
    return table !== undefined && table.used > table.columns;
  }
}
