import type { UploadLink } from '../../../storage/links.ts';
import type { Signing } from '../signing.ts';
import { getHolderId } from './holder.ts';
import { makePartialKey } from './keys.ts';

/**
 * Makes the address that an input is uploaded to. With direct transfers that is the store's, and `resumableUrl` is this
 * service's, because a store has no tus.
 */
export function makeUploadLink(
  target: Omit<UploadLink, 'expiresAt'>,
  { links, direct, base, plan, now }: Signing,
) {
  const expiresAt = new Date(now + plan.upload_url_seconds * 1000);
  const ours = links.uploadUrl(base, { ...target, expiresAt });
  const sent = makePartialKey({ ...target, jobId: getHolderId(target.jobId) });
  const stores = direct?.uploadUrl(sent, { ...target, now, expiresAt });
  return {
    ...(stores ? { ...stores, resumableUrl: ours.url } : ours),
    expiresAt: expiresAt.toISOString(),
  };
}
