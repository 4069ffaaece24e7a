import { JobParams } from '../../../contract/schemas/job.ts';
import { findThumbnail } from '../../../domain/work/previews/preview.ts';
import type { App, Services } from '../../app.ts';
import { abortOnHangUp } from '../../plugins/hang-up.ts';
import { pauseWorkDuring } from '../../plugins/work.ts';
import { sendPicture } from './send-picture.ts';

/** Sends a small picture of an artifact. 204: it has none; 202: it is still being made. It is for the page only, so it is not documented. */
export function thumbnailRoute(app: App, services: Services): void {
  app.get(
    '/artifacts/:id/thumbnail',
    { exposeHeadRoute: false, config: { scope: 'jobs:read' }, schema: { hide: true, params: JobParams } },
    async (request, reply) => {
      const { caller, params, raw } = request;
      const found = await request.server.shares.waits.runCounted(caller.workspaceId, () =>
        pauseWorkDuring(raw, () => findThumbnail(services, caller, params.id, abortOnHangUp(reply))),
      );
      if (found === 'none') return reply.code(204).send();
      if (found === 'later') return reply.code(202).send();
      return sendPicture(reply, found, 'private, max-age=86400, immutable');
    },
  );
}
