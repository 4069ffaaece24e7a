import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { escapeHtml } from '../../../../markup/escape-html.ts';
import { Label } from './label.ts';
import { indexRules, replaceHtmlSelectors, type Styled } from './styles.ts';

/** A part of the markup that is replaced by another one. */
interface Replacement {
  start: number;
  end: number;
  by: string;
}

/**
 * Draws the labels that a drawing has as HTML (`<foreignObject>`, as Mermaid writes them) as text, because
 * the renderer leaves HTML out. Returns nothing if there are none, or if the markup is not well-formed.
 */
export function drawHtmlLabels(file: Buffer): Buffer | undefined {
  if (!file.includes('foreignObject')) return undefined;
  const markup = closeVoidTags(decodeMarkup(file));
  try {
    const labels = findLabels(markup);
    return labels.length > 0 ? Buffer.from(replaceParts(markup, labels)) : undefined;
  } catch {
    // The renderer reports broken markup.
    return undefined;
  }
}

/** Decodes markup by its declaration, which is removed because the result is UTF-8. */
function decodeMarkup(file: Buffer): string {
  const encoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)/.exec(file.toString('latin1', 0, 200))?.[1];
  const text = new TextDecoder(encoding ?? 'utf-8').decode(file);
  return text.replace(/^<\?xml[^>]*\?>/, '');
}

/** Closes line breaks written as in HTML, with which such labels are often saved. */
const closeVoidTags = (markup: string): string =>
  markup.replace(/<(br|hr)(\s[^<>]*[^<>/])?>(?!\s*<\/\1>)/g, '<$1$2/>').replaceAll('&nbsp;', '&#160;');

function replaceParts(markup: string, parts: readonly Replacement[]): string {
  let done = '';
  let at = 0;
  for (const { start, end, by } of parts) {
    done += markup.slice(at, start) + by;
    at = end;
  }
  return done + markup.slice(at);
}

const nameLocally = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Collects the style sheets and the labels, both rewritten, in the order of the markup. */
function findLabels(markup: string): Replacement[] {
  const parser = new SaxesParser();
  const sheets: Replacement[] = [];
  const drawn: { start: number; end: number; label: Label }[] = [];
  const open: Styled[] = [];
  let label: Label | undefined;
  let sheet: { start: number; text: string } | undefined;
  parser.on('opentag', tag => {
    const name = nameLocally(tag.name);
    const styled = describeStyled(name, tag);
    // A drawing may bring its own text for renderers without HTML.
    const hasAlternative = open.at(-1)?.name === 'switch' && 'requiredFeatures' in tag.attributes;
    if (label) label.open(styled);
    else if (name === 'foreignObject' && !hasAlternative) {
      label = new Label(open, tag.attributes);
      drawn.push({ start: markup.lastIndexOf('<', parser.position - 1), end: 0, label });
    } else if (name === 'style' && !tag.isSelfClosing) sheet = { start: parser.position, text: '' };
    open.push(styled);
  });
  const addText = (text: string): void => {
    if (label) label.add(text);
    else if (sheet) sheet.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const { name } = open.pop()!;
    if (label && name === 'foreignObject') {
      drawn.at(-1)!.end = parser.position;
      label = undefined;
    } else if (label) label.close(name);
    else if (sheet && name === 'style') {
      const end = markup.lastIndexOf('</', parser.position - 1);
      sheets.push({ start: sheet.start, end, by: sheet.text });
      sheet = undefined;
    }
  });
  parser.write(markup).close();
  if (!drawn.some(({ label }) => label.hasText)) return [];
  const rules = indexRules(sheets.map(({ by }) => by).join('\n'));
  return [
    ...sheets.map(part => ({ ...part, by: escapeHtml(replaceHtmlSelectors(part.by)) })),
    ...drawn.map(({ start, end, label }) => ({ start, end, by: label.draw(rules) })),
  ].sort((one, other) => one.start - other.start);
}

const describeStyled = (name: string, { attributes }: SaxesTagPlain): Styled => ({
  name,
  id: attributes.id,
  classes: attributes.class?.split(/\s+/).filter(Boolean) ?? [],
  style: attributes.style ?? '',
});
