/** An artifact uploaded by itself and the job that holds it have the same id but for the prefix. */
export const getHolderId = (artifactId: string): string => artifactId.replace(/^art_/, 'job_');
export const getHeldArtifactId = (holder: string): string => holder.replace(/^job_/, 'art_');
