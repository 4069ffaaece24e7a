import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import { type CallbackContext, prepareCallback } from '../../../domain/outgoing/webhooks/callbacks.ts';
import type { Caller } from '../../../domain/people/caller.ts';
import { prepareOutput } from '../../../domain/work/outputs/key-templates.ts';

/** Picks the settings from the body of a new job or run, and prepares its callback and its output. */
export async function readSettings(
  services: CallbackContext,
  { workspaceId }: Caller,
  { metadata, retentionHours, deleteAfterDownload, callbackUrl, output, reuse }: JobSettings,
): Promise<JobSettings> {
  return {
    ...(metadata && { metadata }),
    ...(retentionHours !== undefined && { retentionHours }),
    ...(deleteAfterDownload && { deleteAfterDownload }),
    ...(reuse && { reuse }),
    ...(output && { output: await prepareOutput(services.db, workspaceId, output) }),
    ...(callbackUrl !== undefined && {
      callbackUrl: await prepareCallback(services, workspaceId, callbackUrl),
    }),
  };
}
