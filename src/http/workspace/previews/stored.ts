import { JobParams } from '../../../contract/schemas/job.ts';
import { findStoredPreview } from '../../../domain/work/previews/preview.ts';
import type { App, Services } from '../../app.ts';
import { abortOnHangUp } from '../../plugins/hang-up.ts';
import { pauseWorkDuring } from '../../plugins/overload.ts';
import { sendPreview } from './send-preview.ts';

/**
 * Adds the route of a preview that is made once and kept. 204: the artifact has none; 202: it is still being made. It is for the page
 * only, so it is not documented.
 */
const addRoute = (app: App, services: Services, kind: 'thumbnail' | 'pdf'): unknown =>
  app.get(
    `/artifacts/:id/${kind}`,
    { exposeHeadRoute: false, config: { scope: 'jobs:read' }, schema: { hide: true, params: JobParams } },
    async (request, reply) => {
      const { caller, params, raw } = request;
      const found = await request.server.concurrency.waits.runCounted(caller.workspaceId, () =>
        pauseWorkDuring(raw, () =>
          findStoredPreview(services, caller, params.id, kind, abortOnHangUp(reply)),
        ),
      );
      if (found === 'none') return reply.code(204).send();
      if (found === 'later') return reply.code(202).send();
      return sendPreview(reply, found, 'private, max-age=86400, immutable');
    },
  );

/** Sends a small picture of an artifact. */
export function thumbnailRoute(app: App, services: Services): void {
  addRoute(app, services, 'thumbnail');
}

/** Sends a document as a PDF, for browsers, which cannot show office files. */
export function pdfRoute(app: App, services: Services): void {
  addRoute(app, services, 'pdf');
}
