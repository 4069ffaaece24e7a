import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { Uploads } from '../../../domain/files/uploads/uploads.ts';
import type { App } from '../../app.ts';
import { address, uploadPath } from './signed.ts';
import { requireTusVersion, setTusHeaders, tusVersionHeader } from './tus.ts';

export function headUploadRoute(app: App, uploads: Uploads): void {
  app.head(
    uploadPath,
    {
      // Without this, the framework leaves HEAD out of the document.
      config: { swagger: { exposeHeadRoute: true } },
      schema: {
        operationId: 'headUpload',
        summary: 'Fetch the offset of an upload',
        description:
          'tus 1.0.0: `Upload-Offset` is the number of bytes kept, `Upload-Length` the number declared.',
        tags: ['Files'],
        security: [],
        ...address,
        response: {
          200: Type.Null({ description: 'The answer is in the headers.' }),
          ...describeErrors('invalid_state', 'invalid_signature', 'job_not_found', 'precondition_failed'),
        },
        'x-headers': Type.Object({ 'Tus-Resumable': Type.Optional(tusVersionHeader) }),
      } as object,
    },
    async (request, reply) => {
      setTusHeaders(request, reply);
      if (request.headers['tus-resumable'] !== undefined) requireTusVersion(request);
      const offset = await uploads.offset(request.upload);
      return reply.header('upload-offset', offset).header('upload-length', request.upload.size).send(null);
    },
  );
}
