import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { JobFailure } from '../contract/failure.ts';
import { guessEncoding } from './guess-encoding.ts';
import { readBeginning, readPieces, readSmall } from './pieces.ts';

const sampleBytes = 256 * 1024;

export function findByMark(head: Uint8Array): string | undefined {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return undefined;
}

/** Finds UTF-16 without a byte order mark: text in most scripts has a zero in every other byte. */
function findByZeros(head: Uint8Array): string | undefined {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) if (head[i] === 0) i % 2 ? odd++ : even++;
  const half = head.length / 2;
  if (odd > half * 0.3 && even < half * 0.02) return 'utf-16le';
  if (even > half * 0.3 && odd < half * 0.02) return 'utf-16be';
  return undefined;
}

/** Finds ISO-2022-JP, Japanese in seven bits as used in mail, by its escape sequences. */
function findByEscapes(head: Buffer): string | undefined {
  const begins = ['\x1b$B', '\x1b$@'].some(mark => head.includes(mark, 0, 'latin1'));
  return begins && !head.some(byte => byte > 0x7f) ? 'iso-2022-jp' : undefined;
}

/** Finds the bytes around the first that is not ASCII, where an encoding shows itself. */
function findTellingBytes(chunk: Buffer): Buffer {
  const first = chunk.findIndex(byte => byte > 0x7f);
  return chunk.subarray(Math.max(0, first - 1024));
}

/** Counts the bytes of `chunk` without a character that is cut off at its end. */
export function countWholeBytes(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk.readUInt8(chunk.length - back);
    if (byte < 0x80) break;
    if (byte >= 0xc0)
      return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? chunk.length - back : chunk.length;
  }
  return chunk.length;
}

const findByHead = (head: Buffer): string | undefined =>
  findByMark(head) ?? findByZeros(head.subarray(0, 8192)) ?? findByEscapes(head);

/** Finds the encoding that browsers, or else iconv, mean by a name; undefined where neither knows the name. */
export function findEncoding(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return iconv.encodingExists(name) ? name : undefined;
  }
}

/** Makes a decoder: iconv knows most encodings, the platform a few more that web pages use. */
function makeDecoder(encoding: string): { write(chunk: Buffer): string; end(): string | undefined } {
  if (iconv.encodingExists(encoding)) return iconv.getDecoder(encoding, { stripBOM: true });
  const decoder = new TextDecoder(encoding);
  return { write: chunk => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

/**
 * Guesses the encoding by the first bytes, for callers that notice when the rest is different. Undefined if they
 * tell nothing.
 */
export async function guessByBeginning(path: string): Promise<string | undefined> {
  const head = readBeginning(path, sampleBytes);
  return findByHead(head) ?? (isUtf8(head.subarray(0, countWholeBytes(head))) ? 'utf-8' : undefined);
}

/** Detects a text's encoding: by its byte order mark, else UTF-8 where all its bytes are valid, else the likeliest. */
async function detectFromPieces(
  head: Buffer,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<string> {
  const known = findByHead(head);
  if (known) return known;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const chunk = rest.length ? Buffer.concat([rest, piece]) : piece;
    const end = countWholeBytes(chunk);
    if (!isUtf8(chunk.subarray(0, end)))
      return guessEncoding(findTellingBytes(chunk).subarray(0, sampleBytes));
    rest = chunk.subarray(end);
  }
  return rest.length ? 'windows-1252' : 'utf-8';
}

export const detectEncoding = (path: string): Promise<string> =>
  detectFromPieces(readBeginning(path, sampleBytes), readPieces(path, 1 << 20));

/** Throws if the characters are not those of a text. */
export function requireText(text: string): void {
  if (text.slice(0, 65536).includes('\0'))
    throw new JobFailure('unreadable_input', 'binary content in a text file');
}

/** Decodes a text file without its byte order mark, a chunk at a time. */
export async function* decodeFile(path: string, encoding?: string): AsyncGenerator<string> {
  const whole = readSmall(path);
  const detect = () =>
    whole ? detectFromPieces(whole.subarray(0, sampleBytes), [whole]) : detectEncoding(path);
  const decoder = makeDecoder(encoding ?? (await detect()));
  let first = true;
  const pass = (text: string) => {
    if (first && text) {
      requireText(text);
      first = false;
    }
    return text;
  };
  for await (const chunk of whole ? [whole] : readPieces(path, 1 << 18)) {
    const text = pass(decoder.write(chunk));
    if (text) yield text;
  }
  const last = pass(decoder.end() ?? '');
  if (last) yield last;
}

/** Decodes a whole text file, for formats that have to be parsed in one piece. */
export const decodeWhole = (path: string, maxCharacters: number, encoding?: string): Promise<string> =>
  joinChunks(decodeFile(path, encoding), maxCharacters);

export async function joinChunks(chunks: AsyncIterable<string>, maxCharacters: number): Promise<string> {
  const parts: string[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxCharacters)
      throw new JobFailure('limit_exceeded', `text of more than ${maxCharacters} characters`);
    parts.push(chunk);
  }
  return parts.join('');
}

/** Splits a text into lines without their line ends; form feeds stay in them. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.splice(-1).join('');
    yield* lines;
  }
  if (rest) yield rest.replace(/\r$/, '');
}
