import type { DownloadLink } from '../../../storage/links.ts';
import type { App, Services } from '../../app.ts';
import { getDownloadRoute } from './get.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file that the signed address names. */
    download: DownloadLink;
  }
}

/** Signed downloads. No route of the scope is reached but by an address of ours that has not expired. */
export function downloadRoutes(
  app: App,
  { db, storage, links }: Pick<Services, 'db' | 'storage' | 'links'>,
): void {
  app.register(async child => {
    const scope = child as App;
    scope.decorateRequest('download');
    scope.addHook('onRequest', async request => {
      request.download = links.readDownload(request.raw.url!, Date.now());
    });
    getDownloadRoute(scope, { db, storage });
  });
}
