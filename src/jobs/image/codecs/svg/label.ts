import { escapeHtml } from '../../../../markup/escape-html.ts';
import { type TextLine, type TextRun, trimLine, wrapLines } from './label-lines.ts';
import { findDeclared, keepTextStyle, nameHtmlClass, type Rules, type Styled } from './styles.ts';

/** Elements that begin and end lines. */
const blocks = new Set('div p li ul ol tr table h1 h2 h3 h4 h5 h6 pre blockquote section body'.split(' '));
const boldNames = new Set('b strong th h1 h2 h3 h4 h5 h6'.split(' '));
const italicNames = new Set(['i', 'em']);
const unseen = new Set(['style', 'script', 'title']);
/** The font size of browsers. */
const usualFontSize = 16;
/** The height of a line where none is given, as a share of the font's size. */
const usualLineHeight = 1.2;

/** A label in HTML: its text is collected, and drawn as text of the drawing. */
export class Label {
  readonly #around: readonly Styled[];
  readonly #box: Record<'x' | 'y' | 'width' | 'height', number>;
  readonly #open: Styled[] = [];
  /** The elements around the first text, which give the label its look. */
  #chain: readonly Styled[] | undefined;
  readonly #lines: TextLine[] = [[]];

  constructor(around: readonly Styled[], attributes: Record<string, string>) {
    this.#around = [...around];
    const measure = (name: string): number => readLength(attributes[name], usualFontSize) ?? 0;
    this.#box = { x: measure('x'), y: measure('y'), width: measure('width'), height: measure('height') };
  }

  get hasText(): boolean {
    return this.#chain !== undefined;
  }

  open(element: Styled): void {
    this.#open.push(element);
    const { name } = element;
    if (name === 'br' || (blocks.has(name) && this.#lines.at(-1)!.length > 0)) this.#lines.push([]);
    if (name === 'li') this.add('• ');
    else if (name === 'td' || name === 'th') this.add(' ');
  }

  close(name: string): void {
    this.#open.pop();
    if (blocks.has(name) && this.#lines.at(-1)!.length > 0) this.#lines.push([]);
  }

  add(text: string): void {
    if (this.#open.some(({ name }) => unseen.has(name))) return;
    const line = this.#lines.at(-1)!;
    const flowing = text.replace(/[ \t\r\n]+/g, ' ');
    const followsBlank = line.length === 0 || line.at(-1)!.text.endsWith(' ');
    const said = followsBlank ? flowing.trimStart() : flowing;
    if (said === '') return;
    if (said.trim() !== '') this.#chain ??= [...this.#open];
    line.push({ text: said, bold: this.#open.some(isBold), italic: this.#open.some(isItalic) });
  }

  /** Draws the label in the place of its element. */
  draw(rules: Rules): string {
    const chain = this.#chain;
    if (!chain) return '';
    const find = (property: string) => findDeclared([...this.#around, ...chain], property, rules);
    const given = readLength(find('font-size'), usualFontSize);
    const fontSize = given ?? usualFontSize;
    const { x, y, width, height } = this.#box;
    const lines = this.#lines.map(trimLine);
    while (lines.at(-1)?.length === 0) lines.pop();
    const isUnbroken = width <= 0 || find('white-space') === 'nowrap';
    const broken = isUnbroken ? lines : wrapLines(lines, width, fontSize);
    const lineHeight = readLineHeight(find('line-height'), fontSize);
    const isCentred = ['align-items', 'vertical-align'].some(property =>
      /center|middle/.test(findDeclared(chain, property, rules) ?? ''),
    );
    const top = y + (isCentred && height > 0 ? (height - broken.length * lineHeight) / 2 : 0);
    const { share, anchor } = alignments[find('text-align') ?? ''] ?? alignments.left!;
    const texts = broken.map((line, index) => {
      const baseline = top + lineHeight * (index + 0.5) + fontSize * 0.34;
      const place = `x="${round(x + width * share)}" y="${round(baseline)}"`;
      return `<text ${place} style="color:inherit;fill:currentColor;stroke:none;text-anchor:${anchor}">${line.map(drawRun).join('')}</text>`;
    });
    const background = findDeclared(chain, 'background-color', rules);
    const behind = background && width > 0 ? drawBackground(background, this.#box) : '';
    return `<g xmlns="${svgNamespace}"${given === undefined ? ` font-size="${usualFontSize}"` : ''}>${behind}${wrapInGroups(chain, texts.join(''))}</g>`;
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg';

const alignments: Readonly<Record<string, { share: number; anchor: string }>> = {
  left: { share: 0, anchor: 'start' },
  center: { share: 0.5, anchor: 'middle' },
  right: { share: 1, anchor: 'end' },
  end: { share: 1, anchor: 'end' },
};

const isBold = ({ name, style }: Styled): boolean =>
  boldNames.has(name) || /font-weight\s*:\s*(?:bold|[6-9]00)/.test(style);
const isItalic = ({ name, style }: Styled): boolean =>
  italicNames.has(name) || /font-style\s*:\s*italic/.test(style);

/** Reads a length in pixels, or returns nothing for other units. */
function readLength(value: string | undefined, em: number): number | undefined {
  const [, number, unit = ''] = /^\s*(-?[\d.]+(?:e-?\d+)?)\s*(px|pt|r?em)?\s*$/.exec(value ?? '') ?? [];
  if (number === undefined) return undefined;
  const factors: Record<string, number> = { pt: 96 / 72, em, rem: em };
  const length = Number(number) * (factors[unit] ?? 1);
  return Number.isFinite(length) ? length : undefined;
}

function readLineHeight(value: string | undefined, fontSize: number): number {
  if (/^[\d.]+$/.test(value ?? '')) return Number(value) * fontSize || fontSize * usualLineHeight;
  return readLength(value, fontSize) || fontSize * usualLineHeight;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function drawRun({ text, bold, italic }: TextRun): string {
  const look = [bold && 'font-weight="bold"', italic && 'font-style="italic"'].filter(Boolean).join(' ');
  // A blank at the end of a piece separates it from the next one.
  return `<tspan xml:space="preserve"${look && ` ${look}`}>${escapeHtml(text)}</tspan>`;
}

const drawBackground = (
  colour: string,
  { x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>,
): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" style="fill:${escapeHtml(colour)};stroke:none"/>`;

/** Puts text into groups with the classes and the look that its elements had. */
const wrapInGroups = (chain: readonly Styled[], text: string): string =>
  chain.reduceRight((inner, { name, classes, style }) => {
    const names = escapeHtml([nameHtmlClass(name), ...classes].join(' '));
    return `<g class="${names}" style="${escapeHtml(keepTextStyle(style))}">${inner}</g>`;
  }, text);
