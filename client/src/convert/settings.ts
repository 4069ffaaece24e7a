import type { JobSettings } from '../api/types.ts';

/** Picks the settings of a job or run from the options of a call. */
export function pickSettings({
  metadata,
  retentionHours,
  deleteAfterDownload,
  callbackUrl,
  output,
  reuse,
}: JobSettings): JobSettings {
  return {
    ...(metadata && { metadata }),
    ...(retentionHours !== undefined && { retentionHours }),
    ...(deleteAfterDownload && { deleteAfterDownload }),
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(output && { output }),
    ...(reuse && { reuse }),
  };
}

/** Adds the settings to a form, as one-request calls take them. */
export function appendSettings(form: FormData, settings: JobSettings): void {
  for (const [name, value] of Object.entries(pickSettings(settings)))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
}
