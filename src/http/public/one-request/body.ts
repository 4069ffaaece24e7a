import type { FastifyRequest } from 'fastify';
import { invalid } from '../../../contract/errors.ts';
import { Filename } from '../../../contract/schemas/upload.ts';
import { check } from '../../../contract/validate.ts';
import type { Arriving, BodyPart } from '../../../domain/work/submissions/intake.ts';
import { findFormatByType, stripParameters } from '../../../formats/declared.ts';
import { readDispositionFilename } from '../../../formats/disposition.ts';
import { getFormat } from '../../../formats/formats.ts';
import { makeSender } from '../uploads/incoming.ts';
import { refuseMisplacedJson } from './misplaced-json.ts';
import { type FormPart, readForm } from './multipart.ts';
import { watchSender } from './watch-sender.ts';

const checkName = check(Filename, { at: 'filename' });

/** Media types that say nothing about a file. curl sends every body as a form's. */
const vagueTypes = new Set([
  '',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'binary/octet-stream',
]);

export const isForm = ({ headers }: FastifyRequest): boolean =>
  stripParameters(headers['content-type'] ?? '') === 'multipart/form-data';

function describeFile(
  name: string | undefined,
  type: string,
  chunks: AsyncIterable<Uint8Array>,
  role?: string,
): Arriving {
  const contentType = vagueTypes.has(stripParameters(type)) ? 'application/octet-stream' : type;
  const known = findFormatByType(contentType);
  const filename = name || (known && `file.${getFormat(known).extensions[0]}`);
  if (!filename)
    throw invalid(
      'filename',
      'The format of the file is unknown. Send its name in `filename`, or its Content-Type.',
    );
  checkName(filename);
  return { filename, contentType, chunks, role };
}

/** Tells whether the headers announce a body. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function readPart(part: FormPart): BodyPart {
  if ('text' in part) return part;
  const role = part.name === 'file' ? undefined : part.name;
  return describeFile(part.filename, part.contentType, part.chunks, role);
}

/** Yields the parts of a body in their order: the fields and files of a form, or one file as it is. */
export async function* readBody(
  request: FastifyRequest,
  filename: string | undefined,
  mayBeAbsent: boolean,
): AsyncGenerator<BodyPart> {
  const { raw } = request;
  const stopWatching = watchSender(raw);
  try {
    if (!hasBody(request) && mayBeAbsent) return;
    if (!hasBody(request)) throw invalid('file', 'No file was received.');
    if (isForm(request)) for await (const part of readForm(raw)) yield readPart(part);
    else {
      const name = filename ?? readDispositionFilename(raw.headers['content-disposition'] ?? '');
      const type = raw.headers['content-type'] ?? '';
      const { chunks } = makeSender(request);
      const mayBeMisplaced = !name && stripParameters(type) === 'application/json';
      yield describeFile(name, type, mayBeMisplaced ? refuseMisplacedJson(chunks) : chunks);
    }
  } finally {
    stopWatching();
  }
}
