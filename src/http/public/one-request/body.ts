import type { FastifyRequest } from 'fastify';
import { ApiError, invalid, makeDetail } from '../../../contract/errors.ts';
import { Filename } from '../../../contract/schemas/upload.ts';
import { check } from '../../../contract/validate.ts';
import type { Arriving, Piece } from '../../../domain/submissions/intake.ts';
import { findFormatByType, stripParameters } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import { makeSender } from '../uploads/incoming.ts';
import { type Part, readForm } from './multipart.ts';
import { watchSender } from './watch-sender.ts';

const checkName = check(Filename, { at: 'filename' });

/** Types that programs give to what they know nothing of: curl says of any body that it is a form. */
const said = new Set([
  '',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'binary/octet-stream',
]);

export const isForm = ({ headers }: FastifyRequest): boolean =>
  stripParameters(headers['content-type'] ?? '') === 'multipart/form-data';

function arriving(name: string | undefined, type: string, chunks: AsyncIterable<Uint8Array>): Arriving {
  const contentType = said.has(stripParameters(type)) ? 'application/octet-stream' : type;
  const known = findFormatByType(contentType);
  const filename = name || (known && `file.${getFormat(known).extensions[0]}`);
  if (!filename)
    throw invalid(
      'filename',
      'Name the file, or give its Content-Type: from one of them its format is told.',
    );
  checkName(filename);
  return { filename, contentType, chunks };
}

/** The name in a Content-Disposition header, by RFC 6266. */
function nameIn(disposition: string | undefined): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1];
  try {
    if (extended !== undefined) return decodeURIComponent(extended);
  } catch {
    throw invalid('Content-Disposition', 'The filename* of Content-Disposition is not well formed.');
  }
  const [, quoted, bare] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
}

function fromPart(part: Part): Piece {
  if ('text' in part) return part;
  if (part.name !== 'file')
    throw new ApiError('validation_failed', {
      message: `Send files in the field \`file\`, not \`${part.name.slice(0, 100)}\`.`,
      details: [makeDetail(part.name.slice(0, 200), 'is not a known field')],
    });
  return arriving(part.filename, part.contentType, part.chunks);
}

/** What the body brings, in its order: fields and files of a form, or one file as it is. */
export async function* readBody(
  request: FastifyRequest,
  filename: string | undefined,
): AsyncGenerator<Piece> {
  const { raw } = request;
  const stopWatching = watchSender(raw);
  try {
    if (isForm(request)) for await (const part of readForm(raw)) yield fromPart(part);
    else
      yield arriving(
        filename ?? nameIn(raw.headers['content-disposition']),
        raw.headers['content-type'] ?? '',
        makeSender(request).chunks,
      );
  } finally {
    stopWatching();
  }
}
