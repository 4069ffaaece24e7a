import iconv from 'iconv-lite';
import { JobFailure } from '../../contract/failure.ts';

const marked = new Set(['utf-8-bom', 'utf-16le', 'utf-16be']);

/** Text in the encoding asked for. A character that it does not have is a failure, never a question mark. */
export async function* encodeText(
  chunks: AsyncIterable<string> | Iterable<string>,
  name: string,
): AsyncGenerator<Buffer> {
  const encoding = name === 'utf-8-bom' ? 'utf-8' : name;
  const unicode = encoding.startsWith('utf');
  if (marked.has(name)) yield iconv.encode('\ufeff', encoding);
  let high = '';
  for await (const chunk of chunks) {
    let text = high + chunk;
    // A pair of surrogates may be cut apart between two chunks.
    high = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    if (high) text = text.slice(0, -1);
    if (!text.isWellFormed()) throw new JobFailure('not_representable', 'text with half a character');
    const bytes = iconv.encode(text, encoding);
    if (!unicode && iconv.decode(bytes, encoding) !== text) {
      throw new JobFailure('encoding_lacks', `text has characters that ${encoding} does not`);
    }
    if (bytes.length) yield bytes;
  }
  if (high) throw new JobFailure('not_representable', 'text with half a character');
}
