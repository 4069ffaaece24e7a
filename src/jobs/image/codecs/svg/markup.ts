/**
 * libvips recognises an SVG only by these characters in its first thousand bytes, with only UTF-8 before
 * them.
 */
const sign = Buffer.from('<!--<svg-->');

/**
 * Converts markup to UTF-8 if needed, removes leading blanks, and inserts the signature that libvips looks
 * for after the declaration.
 */
export function normaliseSvgMarkup(file: Buffer): Buffer {
  const text = trimStartBlanks(convertFromUtf16(file));
  const ascii = text.toString('latin1');
  if (!/<(?:[\w.-]+:)?svg[\s>/]/.test(ascii)) return text;
  const [declaration = ''] = /^(?:\xef\xbb\xbf)?(?:<\?xml[^>]*\?>)?/.exec(ascii) ?? [];
  const begins = declaration.length;
  return Buffer.concat([text.subarray(0, begins), sign, text.subarray(begins)]);
}

function convertFromUtf16(file: Buffer): Buffer {
  const mark = file.length > 2 ? file.readUInt16BE(0) : 0;
  if (mark !== 0xfffe && mark !== 0xfeff) return file;
  const text = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(file);
  return Buffer.from(text.replace(/^<\?xml[^>]*\?>/, ''));
}

const blanks: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'));

function trimStartBlanks(file: Buffer): Buffer {
  const start = file.findIndex(byte => !blanks.has(byte));
  return start > 0 ? file.subarray(start) : file;
}
