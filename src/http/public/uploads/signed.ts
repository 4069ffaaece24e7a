import { Type } from 'typebox';
import { getHolderId } from '../../../domain/files/uploads/holder.ts';
import type { Links, UploadLink } from '../../../storage/links.ts';
import type { App } from '../../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    upload: UploadLink;
  }
}

export const uploadPath = '/uploads/:jobId/:index';
export const uploadMethods = 'PUT, PATCH, HEAD, OPTIONS';

/** These schemas are for the reference only. A wrong address is refused before these schemas are used. */
export const address = {
  params: Type.Object({ jobId: Type.String(), index: Type.String() }),
  querystring: Type.Object({
    type: Type.String({ description: 'The media type that was declared.' }),
    size: Type.String(),
    expires: Type.String(),
    signature: Type.String({ description: 'Use the address as it was given; nothing in it can be changed.' }),
  }),
};

/** This schema is for the reference only. The body is read as a stream. */
export const describeRawBody = (mediaType: string) => ({
  content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
});

/** Refuses requests whose address is not signed by us or had expired when they began. */
export function requireUploadLink(app: App, links: Links): void {
  app.decorateRequest('upload');
  app.addHook('onRequest', async request => {
    const upload = links.readUpload(request.url, Date.now());
    request.upload = { ...upload, jobId: getHolderId(upload.jobId) };
  });
}
