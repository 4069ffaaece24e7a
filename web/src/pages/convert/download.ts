import type { Item } from '../../added-files/item.ts';
import { roomOf } from '../../api/client.ts';

/** A link lives for a while: one that may be over is asked for anew. */
const freshMs = 60_000;

function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads what a job made: its one file, or all of them as a zip. */
export async function downloadJob({ workspaceId, job }: Item): Promise<void> {
  let { result } = job!;
  const expires = result!.files[0]?.downloadUrlExpiresAt;
  if (!expires || Date.parse(expires) - Date.now() < freshMs)
    ({ result } = await roomOf(workspaceId).jobs.refreshUrls(job!.id));
  const { files, archiveUrl } = result!;
  follow((files.length > 1 && archiveUrl) || files[0]!.downloadUrl!);
}
