import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { noteDownloaded } from '../../../domain/files/downloads/note-downloaded.ts';
import { type OutputDownload, openOutputs } from '../../../domain/files/downloads/outputs.ts';
import { makeZip } from '../../../domain/files/downloads/zip.ts';
import { makeContentDisposition } from '../../../formats/disposition.ts';
import type { App, Services } from '../../app.ts';
import { Bytes, countDownload, whenSent } from './get.ts';

/** Answers with a zip of the files, which is made while it is sent. */
export function sendZip(
  reply: FastifyReply,
  files: readonly OutputDownload[],
  filename: string,
): FastifyReply {
  const [first] = files;
  if (first) countDownload(reply, first.workspaceId);
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': makeContentDisposition('zip', 'application/zip', filename),
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(makeZip(files, new Date()));
}

/** Notes that all these outputs of a job were downloaded, once they were sent. */
export const noteWhenSent = (
  reply: FastifyReply,
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  files: readonly OutputDownload[],
): void =>
  whenSent(reply, () =>
    noteDownloaded(
      db,
      storage,
      files.map(file => file.artifactId),
    ),
  );

export function getZipRoute(app: App, { db, storage }: Pick<Services, 'db' | 'storage'>): void {
  app.get(
    '/zips/:jobId/:filename',
    {
      // HEAD could not give the length, which is unknown before the zip is made.
      exposeHeadRoute: false,
      schema: {
        summary: 'Download all files of a job',
        description:
          'Sends all outputs as one ZIP file, which is created while it is sent. Files that are already compressed are stored without further compression.',
        operationId: 'downloadZip',
        tags: ['Files'],
        security: [],
        params: Type.Object({ jobId: Type.String(), filename: Type.String() }),
        querystring: Type.Object({ expires: Type.String(), signature: Type.String() }),
        response: {
          200: Bytes('The zip.'),
          ...describeErrors('invalid_signature', 'artifact_not_found'),
        },
      },
    },
    async (request, reply) => {
      const files = await openOutputs(db, storage, request.zip.jobId);
      if (files.length === 0) throw new ApiError('artifact_not_found');
      if (files.some(file => file.deletesFiles)) noteWhenSent(reply, { db, storage }, files);
      return sendZip(reply, files, request.zip.filename);
    },
  );
}
