import type { DownloadLink, ZipLink } from '../../../storage/links.ts';
import type { App, Services } from '../../app.ts';
import { getDownloadRoute } from './get.ts';
import { getZipRoute } from './zip.ts';

declare module 'fastify' {
  interface FastifyRequest {
    download: DownloadLink;
    zip: ZipLink;
  }
}

/** Registers the routes of signed downloads, which require a signed address that has not expired. */
export function downloadRoutes(
  app: App,
  { db, storage, links }: Pick<Services, 'db' | 'storage' | 'links'>,
): void {
  app.register(async child => {
    const scope = child as App;
    scope.decorateRequest('download');
    scope.addHook('onRequest', async request => {
      request.download = links.readDownload(request.url, Date.now());
    });
    getDownloadRoute(scope, { db, storage });
  });
  app.register(async child => {
    const scope = child as App;
    scope.decorateRequest('zip');
    scope.addHook('onRequest', async request => {
      request.zip = links.readZip(request.url, Date.now());
    });
    getZipRoute(scope, { db, storage });
  });
}
