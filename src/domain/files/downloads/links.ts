import type { Signing } from '../signing.ts';

interface StoredArtifact {
  id: string;
  filename: string;
}

/** Always an address of ours: it answers HEAD, and sends whoever asks for the bytes on to the store where that gives them out. */
export function makeDownloadLink(
  { id: artifactId, filename }: StoredArtifact,
  { links, base, plan, now }: Signing,
) {
  const expiresAt = new Date(now + plan.download_url_seconds * 1000);
  return {
    downloadUrl: links.downloadUrl(base, { artifactId, filename, expiresAt }),
    downloadUrlExpiresAt: expiresAt.toISOString(),
  };
}

/** The address of all of a job's outputs in one zip. */
export function makeZipLink(jobId: string, filename: string, signing: Signing) {
  const expiresAt = new Date(signing.now + signing.plan.download_url_seconds * 1000);
  return { archiveUrl: signing.links.zipUrl(signing.base, { jobId, filename, expiresAt }) };
}
