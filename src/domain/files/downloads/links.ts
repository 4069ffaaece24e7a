import type { Signing } from '../signing.ts';

interface StoredArtifact {
  id: string;
  filename: string;
}

/** Makes an address of this service. It answers HEAD, and redirects GET to the store where transfers are direct. */
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

/** Makes the address of all of a job's outputs in one zip. */
export function makeZipLink(jobId: string, filename: string, signing: Signing) {
  const expiresAt = new Date(signing.now + signing.plan.download_url_seconds * 1000);
  return { archiveUrl: signing.links.zipUrl(signing.base, { jobId, filename, expiresAt }) };
}
