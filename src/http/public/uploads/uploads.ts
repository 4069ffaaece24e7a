import { openUploads } from '../../../domain/files/uploads/uploads.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { drain } from '../../plugins/drain.ts';
import { headUploadRoute } from './head.ts';
import { optionsUploadRoute } from './options.ts';
import { patchUploadRoute } from './patch.ts';
import { putUploadRoute } from './put.ts';
import { requireUploadLink } from './signed.ts';

/** Registers the routes of signed uploads: one PUT, or pieces by tus, at the same address. */
export function uploadRoutes(
  app: App,
  services: Pick<Services, 'db' | 'storage' | 'links' | 'changes'>,
): void {
  const { db, storage, links, changes } = services;
  const uploads = openUploads({ db, storage, changes, limits, concurrency: app.concurrency.uploads });
  app.register(async child => {
    const scope = child as App;
    // Bodies of any type are streamed: the framework parses, buffers and limits nothing.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, streams: true };
    });
    requireUploadLink(scope, links);
    scope.addHook('onSend', async request =>
      drain(request.raw, limits.refusedBodyBytes, limits.refusedBodySeconds),
    );
    putUploadRoute(scope, uploads);
    headUploadRoute(scope, uploads);
    patchUploadRoute(scope, uploads);
    optionsUploadRoute(scope);
  });
}
