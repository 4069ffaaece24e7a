import { Type } from 'typebox';
import { getHolderId } from '../../../domain/artifacts/holder.ts';
import type { Links, UploadLink } from '../../../storage/links.ts';
import type { App } from '../../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The input that the signed address names. */
    upload: UploadLink;
  }
}

export const uploadPath = '/uploads/:jobId/:index';
export const uploadMethods = 'PUT, PATCH, HEAD, OPTIONS';

/** For the reference only: whatever is wrong with an address is found before these are looked at. */
export const address = {
  params: Type.Object({ jobId: Type.String(), index: Type.String() }),
  querystring: Type.Object({
    type: Type.String({ description: 'The media type that was declared.' }),
    size: Type.String(),
    expires: Type.String(),
    signature: Type.String({ description: 'Use the address as it was given; nothing in it can be changed.' }),
  }),
};

/** For the reference only: the body is read as it comes. */
export const describeRawBody = (mediaType: string) => ({
  content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
});

/** No route of the scope is reached but by an address of ours that has not expired when the request begins. */
export function requireUploadLink(app: App, links: Links): void {
  app.decorateRequest('upload');
  app.addHook('onRequest', async request => {
    const upload = links.readUpload(request.raw.url!, Date.now());
    request.upload = { ...upload, jobId: getHolderId(upload.jobId) };
  });
}
