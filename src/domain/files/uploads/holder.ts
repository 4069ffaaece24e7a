import type { Caller } from '../../people/caller.ts';

/** An artifact uploaded by itself and the job that holds it have ids that differ only in the prefix. */
export const getHolderId = (artifactId: string): string => artifactId.replace(/^art_/, 'job_');
export const getHeldArtifactId = (holder: string): string => holder.replace(/^job_/, 'art_');

/** Makes the job that holds a file uploaded by itself. It never runs. */
export const makeHolder = (id: string, caller: Caller) => ({
  id,
  workspace_id: caller.workspaceId,
  key_id: caller.keyId,
  source: 'upload',
  type: 'upload',
  options: {},
  metadata: {},
  needs: [],
  metered: false,
});
