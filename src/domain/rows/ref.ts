/** Identifies a row by its id, and by its workspace if it must belong to that one. */
export interface Ref {
  id: string;
  workspaceId?: string;
}

/** Returns the columns that the row must match. */
export const matchRef = ({ id, workspaceId }: Ref) => ({
  id,
  ...(workspaceId !== undefined && { workspace_id: workspaceId }),
});
