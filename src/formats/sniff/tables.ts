import type { Rule } from './bytes.ts';
import { xmlExcel } from './office.ts';
import { isText, readCharacters } from './text.ts';

const byteOrderMark = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;
const readBeginning = (head: Uint8Array): string =>
  readCharacters(head).replace(byteOrderMark, '').trimStart();

/** Tells whether a file is a page, which web applications also serve as Word and Excel files. */
export function isPage(head: Uint8Array): boolean {
  if (!isText(head)) return false;
  const beginning = readBeginning(head);
  return beginning.startsWith('<') && /<(?:html|table)[\s>]/i.test(beginning) && !xmlExcel(head, head.length);
}

/** Tells whether the first lines of a text have the same number of fields. */
export function isDelimited(head: Uint8Array): boolean {
  if (!isText(head)) return false;
  const beginning = readBeginning(head);
  if (beginning.startsWith('<') || beginning.startsWith('{\\rtf')) return false;
  const [first = '', ...others] = beginning.split(/[\r\n]+/, 4).filter(line => line !== '');
  const hasColumns = (sign: string): boolean => {
    const fields = first.split(sign).length;
    return fields > 1 && others.every(line => line.split(sign).length === fields);
  };
  return first.includes('\t') || (others.length > 0 && [';', ','].some(hasColumns));
}

/** Tables that web applications serve as Excel files. */
export const servedAsExcel: Rule = head => isPage(head) || isDelimited(head);
