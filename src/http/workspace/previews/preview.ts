import { Type } from 'typebox';
import { JobParams } from '../../../contract/schemas/job.ts';
import { makePreview } from '../../../domain/work/previews/preview.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { abortOnHangUp } from '../../plugins/hang-up.ts';
import { pauseWorkDuring } from '../../plugins/overload.ts';
import { whenClosed } from '../../plugins/when-closed.ts';
import { sendPreview } from './send-preview.ts';

/** Sends what a job would make of an artifact, without a job that anybody sees. 204: it cannot be shown. It is for the page only, so it is not documented. */
export function previewRoute(app: App, services: Services): void {
  app.post(
    '/artifacts/:id/preview',
    {
      config: { scope: 'jobs:write' },
      bodyLimit: limits.optionsBodyBytes,
      schema: {
        hide: true,
        params: JobParams,
        body: Type.Object(
          {
            type: Type.String(),
            options: Type.Record(Type.String(), Type.Unknown()),
            furtherArtifactIds: Type.Optional(Type.Array(Type.String(), { maxItems: 1 })),
          },
          { additionalProperties: false },
        ),
      },
    },
    async (request, reply) => {
      const { caller, params, body, raw } = request;
      const signal = abortOnHangUp(reply);
      const { preview, release } = await request.server.concurrency.waits.runCounted(caller.workspaceId, () =>
        pauseWorkDuring(raw, () => makePreview(services, caller, params.id, body, signal)),
      );
      if (!preview) return reply.code(204).send();
      whenClosed(
        reply.raw,
        () => void release().catch(error => request.log.warn({ err: error }, 'a preview was not deleted')),
      );
      return sendPreview(reply, preview, 'no-store');
    },
  );
}
