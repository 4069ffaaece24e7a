import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { Uploads } from '../../../domain/files/uploads/uploads.ts';
import { stripParameters } from '../../../formats/declared.ts';
import type { App } from '../../app.ts';
import { makeSender } from './incoming.ts';
import { address, describeRawBody, uploadMethods, uploadPath } from './signed.ts';
import { requireTusVersion, setTusHeaders, tusVersionHeader } from './tus.ts';

const chunkType = 'application/offset+octet-stream';

function readOffset(request: FastifyRequest): number {
  const header = request.headers['upload-offset'];
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header))
    throw invalid('Upload-Offset', 'Upload-Offset must be the number of bytes sent before.');
  return Number(header);
}

export function patchUploadRoute(app: App, uploads: Uploads): void {
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    setTusHeaders(request, reply);
    requireTusVersion(request);
    if (stripParameters(request.headers['content-type'] ?? '') !== chunkType)
      throw new ApiError('unsupported_media_type', { message: `Send Content-Type: ${chunkType}.` });
    const offset = await uploads.append(request.upload, readOffset(request), makeSender(request));
    return reply.code(204).header('upload-offset', offset).send();
  };

  app.patch(
    uploadPath,
    {
      schema: {
        operationId: 'patchUpload',
        summary: 'Upload an input in pieces',
        description:
          'tus 1.0.0: appends at `Upload-Offset`, which must be the number of bytes kept. What arrives is kept even when the connection breaks. The last byte completes the upload.',
        tags: ['Files'],
        security: [],
        ...address,
        response: {
          204: Type.Null({ description: '`Upload-Offset` is the number of bytes received so far.' }),
          ...describeErrors(
            'validation_failed',
            'invalid_file_type',
            'invalid_state',
            'invalid_signature',
            'job_not_found',
            'upload_conflict',
            'precondition_failed',
            'file_too_large',
            'quota_exceeded',
            'unsupported_media_type',
          ),
        },
        'x-body': describeRawBody(chunkType),
        'x-headers': Type.Object({ 'Tus-Resumable': tusVersionHeader, 'Upload-Offset': Type.Integer() }),
      } as object,
    },
    handle,
  );

  // This route is for clients that cannot send PATCH.
  app.post(uploadPath, { schema: { hide: true } }, async (request, reply) => {
    if (String(request.headers['x-http-method-override']).toUpperCase() !== 'PATCH')
      throw new ApiError('method_not_allowed', {}, { allow: uploadMethods });
    return handle(request, reply);
  });
}
