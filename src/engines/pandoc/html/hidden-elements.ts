import { findHidingNames } from './hiding-names.ts';

const token =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea)\b[\s\S]*?(?:<\/\1|$)|<(\/?)([a-z][a-z0-9]*)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

/** Elements without an end tag, and those whose end tag is often left out. */
const unclosed = new Set(
  'area base br col embed hr img input link meta source track wbr p li td th tr html body'.split(' '),
);

const hiding = /(?:^|\s)hidden(?=[\s=/]|$)|\sstyle\s*=\s*(?:"(?:[^"]*;)?|'(?:[^']*;)?)\s*display\s*:\s*none/i;

const displayed = /\sstyle\s*=\s*(?:"[^"]*|'[^']*)\bdisplay\s*:/i;

/** Tells whether the class or the id of an element hides it. */
function isHiddenByName(attributes: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0 || displayed.test(attributes)) return false;
  for (const [, attribute = '', double, single, plain] of attributes.matchAll(
    /\s(class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    const mark = attribute.toLowerCase() === 'id' ? '#' : '.';
    if ((double ?? single ?? plain ?? '').split(/\s+/).some(name => names.has(mark + name))) return true;
  }
  return false;
}

/** Removes elements that the page itself says are not shown, because Pandoc reads their text like any other. */
export function removeHiddenElements(html: string): string {
  if (!/hidden|display\s*:\s*none/i.test(html)) return html;
  const names = findHidingNames(html);
  const parts: string[] = [];
  let kept = 0;
  let hidden: { name: string; begin: number; depth: number } | undefined;
  for (const { index, 0: found, 2: slash, 3: tag, 4: attributes = '' } of html.matchAll(token)) {
    if (!tag) continue;
    const name = tag.toLowerCase();
    if (!hidden) {
      const hides = hiding.test(attributes.replace(/\/$/, '')) || isHiddenByName(attributes, names);
      if (hides && slash === '' && !unclosed.has(name)) hidden = { name, begin: index, depth: 1 };
    } else if (name === hidden.name) {
      hidden.depth += slash ? -1 : 1;
      if (hidden.depth > 0) continue;
      parts.push(html.slice(kept, hidden.begin));
      kept = index + found.length;
      hidden = undefined;
    }
  }
  // An element that does not end hides nothing: what follows it may be shown.
  return parts.join('') + html.slice(kept);
}
