/** A paragraph that Word saved as an item of a list. */
const item = /<p\b[^>]*\bmso-list:\s*l\d+\s+level(\d)[^>]*>([\s\S]*?)<\/p\s*>/gi;
/** The bullet or number before an item, which Word writes as text. */
const mark = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i;

interface List {
  level: number;
  tag: 'ol' | 'ul';
}

const readMark = (html: string): string => html.replace(/<[^>]*>|&nbsp;|\s/g, '');

function openList(shown: string): { tag: List['tag']; start: string } {
  const [, number] = /^\(?(\d+|[a-z]+)[.)]/i.exec(shown) ?? [];
  if (number === undefined) return { tag: 'ul', start: '<ul>' };
  if (/\d/.test(number)) return { tag: 'ol', start: number === '1' ? '<ol>' : `<ol start="${number}">` };
  const isRoman = /^[ivx]+$/i.test(number);
  const type = isRoman ? 'i' : 'a';
  const isUpper = number === number.toUpperCase();
  return { tag: 'ol', start: `<ol type="${isUpper ? type.toUpperCase() : type}">` };
}

/** Makes lists of the paragraphs as which Word saves them in a page, with their marks as text. */
export function makeWordLists(html: string): string {
  if (!/mso-list:/i.test(html)) return html;
  let result = '';
  let done = 0;
  const open: List[] = [];
  const close = () => `</li></${open.pop()!.tag}>`;
  const closeAll = () =>
    open
      .splice(0)
      .reverse()
      .map(({ tag }) => `</li></${tag}>`)
      .join('');
  for (const { 0: paragraph, 1: digit, 2: content = '', index } of html.matchAll(item)) {
    const shown = mark.exec(content)?.[1];
    if (shown === undefined) continue;
    const between = html.slice(done, index);
    if (between.trim() !== '') result += closeAll();
    result += between;
    done = index + paragraph.length;
    const level = Number(digit);
    while (open.length > 1 && open.at(-1)!.level > level) result += close();
    const { tag, start } = openList(readMark(shown));
    const last = open.at(-1);
    if (last && last.level >= level && last.tag !== tag) result += close();
    const isNew = open.at(-1)?.tag !== tag || open.at(-1)!.level < level;
    if (isNew) open.push({ level, tag });
    result += `${isNew ? start : '</li>'}<li>${content.replace(mark, '')}`;
  }
  return result + closeAll() + html.slice(done);
}
