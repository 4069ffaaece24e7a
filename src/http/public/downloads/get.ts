import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { noteDownloaded } from '../../../domain/files/downloads/note-downloaded.ts';
import { type Download, openDownload } from '../../../domain/files/downloads/open.ts';
import { makeContentDisposition } from '../../../formats/disposition.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { whenClosed } from '../../plugins/when-closed.ts';
import { readRange } from './range.ts';

const path = '/downloads/:artifactId/:filename';

export const Bytes = (description: string): TSchema =>
  ({ description, content: { '*/*': { schema: Type.String({ format: 'binary' }) } } }) as unknown as TSchema;

const schema = {
  tags: ['Files'],
  security: [],
  params: Type.Object({ artifactId: Type.String(), filename: Type.String() }),
  querystring: Type.Object({ expires: Type.String(), signature: Type.String() }),
};

const makeEntityTag = ({ sha256, artifactId }: Download): string => `"${sha256 ?? artifactId}"`;

/** Tells whether a list of entity tags contains this one, weak or strong. */
const includesTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some(each => each.trim().replace(/^W\//, '') === tag);

export function describeFile(reply: FastifyReply, download: Download): void {
  reply.headers({
    etag: makeEntityTag(download),
    'cache-control': 'private',
    'accept-ranges': 'bytes',
    'content-type': download.contentType,
    'content-disposition': makeContentDisposition(download.format, download.contentType, download.filename),
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** Tells whether the client has the file already, so that 304 is the answer. */
function isUnchanged(request: FastifyRequest, download: Download): boolean {
  const { 'if-none-match': known } = request.headers;
  return known !== undefined && includesTag(known, makeEntityTag(download));
}

/** Counts a download against the workspace's limit while it is sent. If the client reads nothing for a while, the connection and the file are closed. */
export function countDownload({ raw, server }: FastifyReply, workspaceId: string): void {
  whenClosed(raw, server.concurrency.downloads.begin(workspaceId));
  raw.socket?.setTimeout(limits.downloadIdleSeconds * 1000);
}

/** Calls `note` once the whole response was handed to the network. A client that goes away before that does not count. */
export const whenSent = ({ raw }: FastifyReply, note: () => Promise<void>): void =>
  whenClosed(raw, () => {
    if (raw.writableFinished && !raw.errored) void note().catch(() => {});
  });

export function getDownloadRoute(app: App, { db, storage }: Pick<Services, 'db' | 'storage'>): void {
  const find = (request: FastifyRequest) => openDownload(db, storage, request.download.artifactId);

  app.get(
    path,
    {
      exposeHeadRoute: false,
      schema: {
        ...schema,
        operationId: 'download',
        summary: 'Download a file',
        description:
          'Supports one `Range`, `If-Range` and `If-None-Match`. The `ETag` is the SHA-256 of the whole file, if it is known. An installation that stores files in S3 may respond with a 307 redirect to the store: follow it (`curl -L`; most libraries do by default).',
        response: {
          200: Bytes('The file.'),
          206: Bytes('The part asked for.'),
          304: Type.Null({ description: 'The client already has the file.' }),
          307: Type.Null({ description: 'Fetch the file from the store at `Location`.' }),
          ...describeErrors('invalid_signature', 'artifact_not_found', 'range_not_satisfiable'),
        },
      },
    },
    async (request, reply) => {
      const download = await find(request);
      const { range: asked, 'if-range': unless } = request.headers;
      const current = unless === undefined || String(unless).trim() === makeEntityTag(download);
      if (isUnchanged(request, download)) {
        describeFile(reply, download);
        return reply.code(304).removeHeader('content-type').send();
      }
      const range = current ? readRange(asked, download.size) : undefined;
      // The store has other entity tags, so a client that continues a file by the tag of this service is not redirected to the store.
      const knowsOurTag = unless !== undefined && current;
      const elsewhere = knowsOurTag ? undefined : download.storesUrl(request.download.expiresAt);
      if (elsewhere !== undefined)
        return reply.code(307).headers({ location: elsewhere, 'cache-control': 'no-store' }).send(null);
      const part = range ?? { start: 0, end: download.size - 1 };
      const length = part.end - part.start + 1;
      countDownload(reply, download.workspaceId);
      const content = await download.read(part);
      describeFile(reply, download);
      if (download.deletesFiles && !range)
        whenSent(reply, () => noteDownloaded(db, storage, [download.artifactId]));
      if (range)
        reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${download.size}`);
      return reply.header('content-length', length).send(content);
    },
  );

  app.head(
    path,
    {
      config: { swagger: { exposeHeadRoute: true } },
      schema: {
        ...schema,
        operationId: 'headDownload',
        summary: 'Fetch the headers of a file',
        description: 'Returns the headers of the download without the file.',
        response: {
          200: Type.Null({ description: 'The answer is in the headers.' }),
          304: Type.Null({ description: 'The client already has the file.' }),
          ...describeErrors('invalid_signature', 'artifact_not_found'),
        },
      },
    },
    async (request, reply) => {
      const download = await find(request);
      describeFile(reply, download);
      if (isUnchanged(request, download)) return reply.code(304).removeHeader('content-type').send(null);
      return reply.header('content-length', download.size).send(null);
    },
  );
}
