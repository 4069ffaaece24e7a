import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { JobFailure } from '../../contract/failure.ts';
import { countWholeBytes, findByMark, requireText } from '../../encodings/encoding.ts';
import { readBeginning, readPieces } from '../../encodings/pieces.ts';

const broken = (encoding: string) => new JobFailure('unreadable_input', `no ${encoding}`);

/**
 * Finds the encoding of a text that begins with a byte order mark or with ASCII, as JSON, YAML and XML do: nothing is
 * guessed.
 */
export async function findUnicodeEncoding(path: string): Promise<string> {
  const head = readBeginning(path, 4);
  const [a, b, c, d] = head;
  const marked = findByMark(head);
  if (marked) return marked;
  if (a === 0 && b === 0 && c === 0 && d) return 'utf-32be';
  if (a && b === 0 && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b) return 'utf-16be';
  return a && b === 0 ? 'utf-16le' : 'utf-8';
}

async function* readUtf8Chunks(path: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of readPieces(path, 1 << 18)) {
    const chunk = rest.length ? Buffer.concat([rest, piece]) : piece;
    const whole = chunk.subarray(0, countWholeBytes(chunk));
    if (!isUtf8(whole)) throw broken('utf-8');
    rest = chunk.subarray(whole.length);
    yield whole.toString('utf8');
  }
  if (rest.length) throw broken('utf-8');
}

async function* readWideChunks(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  let [bytes, rest] = [0, ''];
  for await (const piece of readPieces(path, 1 << 18)) {
    bytes += piece.length;
    const text = rest + decoder.write(piece);
    rest = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    const whole = rest ? text.slice(0, -1) : text;
    if (!whole.isWellFormed()) throw broken(encoding);
    yield whole;
  }
  if (!(rest + (decoder.end() ?? '')).isWellFormed() || bytes % (encoding.startsWith('utf-16') ? 2 : 4))
    throw broken(encoding);
}

/** Decodes a text without its byte order mark; bytes that its encoding does not allow are an error. */
export async function* decodeUnicode(path: string, encoding?: string): AsyncGenerator<string> {
  const known = encoding ?? (await findUnicodeEncoding(path));
  let first = true;
  for await (const chunk of known === 'utf-8' ? readUtf8Chunks(path) : readWideChunks(path, known)) {
    if (first && chunk) requireText(chunk);
    const text = first ? chunk.replace(/^\ufeff/, '') : chunk;
    first &&= !chunk;
    if (text) yield text;
  }
}
