/** Names a row by its id, and by its workspace where it must belong to that one. */
export interface Ref {
  id: string;
  workspaceId?: string;
}

/** The columns that the row must match. */
export const matchRef = ({ id, workspaceId }: Ref) => ({
  id,
  ...(workspaceId !== undefined && { workspace_id: workspaceId }),
});
