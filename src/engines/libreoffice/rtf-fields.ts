/** Finds the end of the group around a position, and the group's text once its codes are read. */
function readGroup(rtf: string, start: number): { end: number; text: string } {
  const token =
    /\\bin(\d+) ?|\\'([\da-f]{2})|\\u(-?\d+) ?|\\[a-z]+-?\d* ?|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/giy;
  token.lastIndex = start;
  let text = '';
  for (let depth = 1; depth > 0; ) {
    const found = token.exec(rtf);
    if (!found) return { end: rtf.length, text };
    const [, binary, hex, unicode, escaped, brace, plain] = found;
    if (binary) token.lastIndex += Number(binary);
    else if (hex) text += String.fromCharCode(Number.parseInt(hex, 16));
    else if (unicode) text += String.fromCharCode(Number(unicode) & 0xffff);
    else if (brace) depth += brace === '{' ? 1 : -1;
    else text += escaped ?? plain ?? '';
  }
  return { end: token.lastIndex - 1, text };
}

/** Fields that bring in another file, which LibreOffice opens past its own rules; and those that would show today. */
const unwanted = /INCLUDE|^\s*(DATE|TIME|SAVEDATE|PRINTDATE|CREATEDATE|EDITTIME|FILENAME)\b/i;

/** Removes the instructions of such fields from an RTF; their last results stay. */
export function removeFieldInstructions(rtf: string): string {
  const mark = '\\fldinst';
  const kept: string[] = [];
  let from = 0;
  for (let at = rtf.indexOf(mark); at >= 0; at = rtf.indexOf(mark, at)) {
    const start = at + mark.length;
    const { end, text } = readGroup(rtf, start);
    if (unwanted.test(text)) {
      kept.push(rtf.slice(from, start));
      from = end;
    }
    at = end;
  }
  return kept.length ? kept.join('') + rtf.slice(from) : rtf;
}
