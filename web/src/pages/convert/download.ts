import type { Item } from '../../added-files/item.ts';
import { workspaceApi } from '../../api/client.ts';

/** Links expire: one that may have expired is renewed. */
const freshMs = 60_000;

function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads the result of a job: its file, or all files as a ZIP. */
export async function downloadJob({ workspaceId, job }: Item): Promise<void> {
  let { result } = job!;
  const expires = result!.files[0]?.downloadUrlExpiresAt;
  if (!expires || Date.parse(expires) - Date.now() < freshMs)
    ({ result } = await workspaceApi(workspaceId).jobs.refreshUrls(job!.id));
  const { files, archiveUrl } = result!;
  follow((files.length > 1 && archiveUrl) || files[0]!.downloadUrl!);
}
