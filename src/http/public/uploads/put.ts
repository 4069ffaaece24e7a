import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { Uploads } from '../../../domain/files/uploads/uploads.ts';
import { stripParameters } from '../../../formats/declared.ts';
import type { App } from '../../app.ts';
import { makeSender } from './incoming.ts';
import { address, describeRawBody, uploadPath } from './signed.ts';

const Uploaded = Type.Object(
  {
    index: Type.Integer(),
    size: Type.Integer(),
    sha256: Type.String({ description: 'The digest of the bytes received, in lower-case hex.' }),
  },
  { 'x-name': 'Uploaded' },
);

function checkType({ headers, upload: { contentType } }: FastifyRequest): void {
  // An empty header counts as absent, and so does `*/*`, which generated clients send for a body of any type.
  if (['', '*/*'].includes(headers['content-type'] ?? 'absent')) delete headers['content-type'];
  const sent = headers['content-type'];
  if (sent === undefined || stripParameters(sent) === stripParameters(contentType)) return;
  const set = `set the header Content-Type to ${contentType}.`;
  const forms: Record<string, string> = {
    'application/x-www-form-urlencoded': `Your client declares the body as a form: ${set}`,
    'multipart/form-data': `The file must be the body, not a field of a form: send its raw bytes, and ${set}`,
  };
  const otherwise = 'Send that as the Content-Type, or leave the header out.';
  throw new ApiError('invalid_file_type', {
    message: `This URL accepts ${contentType}. ${forms[stripParameters(sent)] ?? otherwise}`,
  });
}

export function putUploadRoute(app: App, uploads: Uploads): void {
  app.put(
    uploadPath,
    {
      // The media type is checked before the framework reads the header, because it refuses a malformed one with an error of its own.
      onRequest: async request => checkType(request),
      schema: {
        operationId: 'putUpload',
        summary: 'Upload an input',
        description:
          'The raw bytes of the file, with the Content-Type given at creation or none, exactly as many as declared. Repeating it before start replaces the input.',
        tags: ['Files'],
        security: [],
        ...address,
        response: {
          200: Uploaded,
          ...describeErrors(
            'validation_failed',
            'invalid_file_type',
            'invalid_state',
            'invalid_signature',
            'job_not_found',
            'file_too_large',
            'upload_conflict',
            'quota_exceeded',
          ),
        },
        'x-body': describeRawBody('*/*'),
      } as object,
    },
    async request => uploads.receive(request.upload, makeSender(request)),
  );
}
