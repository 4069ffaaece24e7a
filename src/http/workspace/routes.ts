import { WorkspaceEventListQuery } from '../../contract/schemas/event.ts';
import type { App, Services } from '../app.ts';
import { listEventsRoute } from '../public/events/list.ts';
import { listJobsRoute } from '../public/jobs/list.ts';
import { keyedRoutes } from '../public/routes.ts';
import { serviceMapRoute } from '../public/service/map.ts';
import { changePasswordRoute } from './account/change-password.ts';
import { renameAccountRoute } from './account/rename.ts';
import { listAuditLogRoute } from './audit-log/list.ts';
import { acceptInvitationRoute } from './invitations/accept.ts';
import { createInvitationRoute } from './invitations/create.ts';
import { listInvitationsRoute } from './invitations/list.ts';
import { revokeInvitationRoute } from './invitations/revoke.ts';
import { showInvitationRoute } from './invitations/show.ts';
import { getJobTypeRoute } from './job-types/get.ts';
import { jobHistoryRoute } from './jobs/history.ts';
import { listAllJobsRoute } from './jobs/list.ts';
import { runAgainRoute } from './jobs/run-again.ts';
import { createKeyRoute } from './keys/create.ts';
import { listKeysRoute } from './keys/list.ts';
import { restoreKeyRoute } from './keys/restore.ts';
import { revokeKeyRoute } from './keys/revoke.ts';
import { rotateKeyRoute } from './keys/rotate.ts';
import { listLedgerRoute } from './ledger/list.ts';
import { checkLinkRoute } from './links/check.ts';
import { changeRoleRoute } from './members/change-role.ts';
import { listMembersRoute } from './members/list.ts';
import { removeMemberRoute } from './members/remove.ts';
import { activityRoute } from './operator/activity.ts';
import { adoptWorkspaceRoute } from './operator/adopt-workspace.ts';
import { findFailureRoute } from './operator/find-failure.ts';
import { grantCreditsRoute } from './operator/grant-credits.ts';
import { installModelRoute } from './operator/install-model.ts';
import { listWholeAuditLogRoute } from './operator/list-audit-log.ts';
import { listDeliveriesOfJobRoute } from './operator/list-deliveries.ts';
import { listFailuresRoute } from './operator/list-failures.ts';
import { listPlansRoute } from './operator/list-plans.ts';
import { listAllWorkspacesRoute } from './operator/list-workspaces.ts';
import { setPlanRoute } from './operator/set-plan.ts';
import { summariseFailuresRoute } from './operator/summarise-failures.ts';
import { systemRoute } from './operator/system.ts';
import { resetPasswordRoute } from './password-resets/create.ts';
import { previewRoute } from './previews/preview.ts';
import { pdfRoute, thumbnailRoute } from './previews/stored.ts';
import { stepChoicesRoute } from './recipes/choices.ts';
import { previewRecipeRoute } from './recipes/preview.ts';
import { tryRecipeRoute } from './recipes/trial.ts';
import { createSessionRoute } from './session/create.ts';
import { deleteSessionRoute } from './session/delete.ts';
import { getSessionRoute } from './session/get.ts';
import { listSessionsRoute } from './sessions/list.ts';
import { revokeSessionRoute } from './sessions/revoke.ts';
import { revokeOtherSessionsRoute } from './sessions/revoke-others.ts';
import { usageBreakdownRoute } from './usage/breakdown.ts';
import { usageHistoryRoute } from './usage/history.ts';
import { createFirstUserRoute } from './welcome/create.ts';
import { createWorkspaceRoute } from './workspaces/create.ts';
import { deleteWorkspaceRoute } from './workspaces/delete.ts';
import { getWorkspaceRoute } from './workspaces/get.ts';
import { listWorkspacesRoute } from './workspaces/list.ts';
import { renameWorkspaceRoute } from './workspaces/rename.ts';

/** The routes outside of workspaces: sign-in, the user's own account, and operators' routes. */
export const accountRoutes = [
  createSessionRoute,
  deleteSessionRoute,
  createFirstUserRoute,
  resetPasswordRoute,
  checkLinkRoute,
  showInvitationRoute,
  acceptInvitationRoute,
  getSessionRoute,
  renameAccountRoute,
  changePasswordRoute,
  listSessionsRoute,
  revokeSessionRoute,
  revokeOtherSessionsRoute,
  listWorkspacesRoute,
  createWorkspaceRoute,
  listFailuresRoute,
  findFailureRoute,
  listDeliveriesOfJobRoute,
  listAllWorkspacesRoute,
  setPlanRoute,
  grantCreditsRoute,
  listPlansRoute,
  adoptWorkspaceRoute,
  summariseFailuresRoute,
  activityRoute,
  systemRoute,
  installModelRoute,
  listWholeAuditLogRoute,
];

/** Routes of the public API that the workspace API replaces by its own or leaves out. */
const ownHere: ReadonlySet<unknown> = new Set([serviceMapRoute, listJobsRoute, listEventsRoute]);

/** The routes of one workspace, followed by those that the public API has too, with the same definitions. */
export const workspaceRoutes = [
  getWorkspaceRoute,
  renameWorkspaceRoute,
  deleteWorkspaceRoute,
  listMembersRoute,
  changeRoleRoute,
  removeMemberRoute,
  listInvitationsRoute,
  createInvitationRoute,
  revokeInvitationRoute,
  listKeysRoute,
  createKeyRoute,
  rotateKeyRoute,
  revokeKeyRoute,
  restoreKeyRoute,
  listAllJobsRoute,
  jobHistoryRoute,
  runAgainRoute,
  getJobTypeRoute,
  thumbnailRoute,
  pdfRoute,
  previewRoute,
  previewRecipeRoute,
  stepChoicesRoute,
  tryRecipeRoute,
  (app: App, services: Services) => listEventsRoute(app, services, WorkspaceEventListQuery),
  ...keyedRoutes.filter(route => !ownHere.has(route)),
  usageHistoryRoute,
  usageBreakdownRoute,
  listLedgerRoute,
  listAuditLogRoute,
];
