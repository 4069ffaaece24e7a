import type { Workspace } from '../../../domain/people/workspaces/workspaces.ts';

export const presentWorkspace = <Shown extends Workspace>(workspace: Shown) => ({
  ...workspace,
  createdAt: workspace.createdAt.toISOString(),
});
