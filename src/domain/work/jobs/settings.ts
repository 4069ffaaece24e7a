import { invalid } from '../../../contract/errors.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import type { Caller } from '../../people/caller.ts';

/** The columns of jobs and runs that keep their settings. */
export interface SettingsRow {
  metadata: Record<string, string>;
  retention_hours: number | null;
  delete_after_download: boolean;
  callback_url: string | null;
  output: Place | null;
}

/** The columns of a job about results that it may share. */
interface ReuseRow {
  reuse: boolean;
  reusable: boolean;
}

/** Removes settings that change nothing, so that a request with them spelled out has the same fingerprint. */
export function simplifySettings({
  metadata = {},
  deleteAfterDownload,
  retentionHours,
  callbackUrl,
  output,
  reuse,
}: JobSettings): JobSettings {
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(retentionHours !== undefined && { retentionHours }),
    ...(deleteAfterDownload && { deleteAfterDownload }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(output && { output }),
    ...(reuse && { reuse }),
  };
}

/**
 * Makes the columns of a job's or run's settings. Refuses a retention that is longer than the plan's. `written` is a place where a
 * step of the run is written.
 */
export function makeSettingsRow(
  { plan }: Pick<Caller, 'plan'>,
  settings: JobSettings,
  written?: Place,
): SettingsRow {
  const { metadata = {}, retentionHours = null, deleteAfterDownload = false, callbackUrl = null } = settings;
  const { output = null } = settings;
  if ((output ?? written) && deleteAfterDownload)
    throw invalid(
      'deleteAfterDownload',
      '`deleteAfterDownload` must be left out where `output` is given: the files may be needed until they are written there.',
    );
  if (retentionHours !== null && retentionHours * 3600 > plan.retention_seconds) {
    const hours = Math.floor(plan.retention_seconds / 3600);
    throw invalid(
      'retentionHours',
      hours > 0
        ? `\`retentionHours\` must be at most ${hours}, the retention of the plan ${plan.id}.`
        : `\`retentionHours\` must be left out: the plan ${plan.id} keeps files for ${plan.retention_seconds} seconds.`,
    );
  }
  return {
    metadata,
    retention_hours: retentionHours,
    delete_after_download: deleteAfterDownload,
    callback_url: callbackUrl,
    output,
  };
}

/** Makes the columns about shared results. A job with secret options has none, because a result must not be had without the secret. */
export function makeReuseRow(settings: JobSettings, hasSecret: boolean): ReuseRow {
  const { reuse = false, deleteAfterDownload = false } = settings;
  if (reuse && deleteAfterDownload)
    throw invalid('reuse', '`reuse` must be left out where `deleteAfterDownload` is given.');
  return { reuse: reuse && !hasSecret, reusable: !hasSecret && !deleteAfterDownload };
}

/** Presents the settings as jobs and runs show them. */
export const presentSettings = (row: SettingsRow) => ({
  metadata: row.metadata,
  ...(row.retention_hours !== null && { retentionHours: row.retention_hours }),
  ...(row.delete_after_download && { deleteAfterDownload: true }),
  ...(row.callback_url !== null && { callbackUrl: row.callback_url }),
  ...(row.output && { output: row.output }),
});
