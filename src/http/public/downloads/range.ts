import { ApiError } from '../../../contract/errors.ts';
import type { ByteRange } from '../../../storage/storage.ts';

/**
 * Reads the part that a Range header asks for (RFC 9110, 14); undefined means the whole file. Several ranges, other units
 * and malformed headers are answered with the whole, as the standard allows.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end)
    throw new ApiError(
      'range_not_satisfiable',
      { message: `The range begins after the end of the file, which has ${size} bytes.` },
      { 'content-range': `bytes */${size}` },
    );
  return { start, end };
}
