/** The job that holds an artifact uploaded by itself, and the other way round: they have the same letters. */
export const getHolderId = (artifactId: string): string => artifactId.replace(/^art_/, 'job_');
export const getHeldArtifactId = (holder: string): string => holder.replace(/^job_/, 'art_');
