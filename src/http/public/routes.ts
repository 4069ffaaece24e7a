import { createArtifactRoute } from './artifacts/create.ts';
import { getArtifactRoute } from './artifacts/get.ts';
import { cancelBatchRoute } from './batches/cancel.ts';
import { createBatchRoute } from './batches/create.ts';
import { batchEventsRoute } from './batches/events.ts';
import { getBatchRoute } from './batches/get.ts';
import { listBatchJobsRoute } from './batches/jobs.ts';
import { listBatchesRoute } from './batches/list.ts';
import { batchManifestRoute } from './batches/manifest.ts';
import { retryBatchRoute } from './batches/retry.ts';
import { createConnectionRoute } from './connections/create.ts';
import { deleteConnectionRoute } from './connections/delete.ts';
import { listConnectionsRoute } from './connections/list.ts';
import { updateConnectionRoute } from './connections/update.ts';
import { getDeliveryRoute } from './deliveries/get.ts';
import { listDeliveriesRoute } from './deliveries/list.ts';
import { listAllDeliveriesRoute } from './deliveries/list-all.ts';
import { redeliverRoute } from './deliveries/redeliver.ts';
import { redeliverFailedRoute } from './deliveries/redeliver-failed.ts';
import { listEventsRoute } from './events/list.ts';
import { acceptGoldenFileRoute } from './golden-files/accept.ts';
import { addGoldenFileRoute } from './golden-files/add.ts';
import { checkGoldenFileRoute } from './golden-files/check.ts';
import { getGoldenFileRoute } from './golden-files/get.ts';
import { listGoldenFilesRoute } from './golden-files/list.ts';
import { removeGoldenFileRoute } from './golden-files/remove.ts';
import { cancelJobRoute } from './jobs/cancel.ts';
import { createJobRoute } from './jobs/create.ts';
import { createManyRoutes } from './jobs/create-many.ts';
import { eraseJobRoute } from './jobs/erase.ts';
import { estimateJobRoute } from './jobs/estimate.ts';
import { jobEventsRoute } from './jobs/events.ts';
import { listFilesRoute } from './jobs/files.ts';
import { getJobRoute } from './jobs/get.ts';
import { listJobsRoute } from './jobs/list.ts';
import { refreshJobRoute } from './jobs/refresh.ts';
import { startJobRoute } from './jobs/start.ts';
import { oneRequestRoutes } from './one-request/one-request.ts';
import { createRecipeRoute } from './recipes/create.ts';
import { deleteRecipeRoute } from './recipes/delete.ts';
import { getRecipeRoute } from './recipes/get.ts';
import { listRecipesRoute } from './recipes/list.ts';
import { updateRecipeRoute } from './recipes/update.ts';
import { recipeVersionRoutes } from './recipes/versions.ts';
import { cancelRunRoute } from './runs/cancel.ts';
import { createRunRoute } from './runs/create.ts';
import { runEventsRoute } from './runs/events.ts';
import { listRunFilesRoute } from './runs/files.ts';
import { getRunRoute } from './runs/get.ts';
import { listRunsRoute } from './runs/list.ts';
import { jobTypesRoute } from './service/job-types.ts';
import { serviceMapRoute } from './service/map.ts';
import { usageRoute } from './service/usage.ts';
import { createTriggerRoute } from './triggers/create.ts';
import { deleteTriggerRoute } from './triggers/delete.ts';
import { getTriggerRoute } from './triggers/get.ts';
import { listTriggersRoute } from './triggers/list.ts';
import { triggerLogRoute } from './triggers/log.ts';
import { updateTriggerRoute } from './triggers/update.ts';
import { webhookActivityRoute } from './webhooks/activity.ts';
import { createWebhookRoute } from './webhooks/create.ts';
import { deleteWebhookRoute } from './webhooks/delete.ts';
import { getWebhookRoute } from './webhooks/get.ts';
import { listWebhooksRoute } from './webhooks/list.ts';
import { pauseWebhookRoute } from './webhooks/pause.ts';
import { resumeWebhookRoute } from './webhooks/resume.ts';
import { rotateWebhookRoute } from './webhooks/rotate.ts';
import { rotateCallbackRoute } from './webhooks/rotate-callbacks.ts';
import { testWebhookRoute } from './webhooks/test.ts';
import { updateWebhookRoute } from './webhooks/update.ts';

/** The routes that need a key, in the order in which `GET /` lists them. */
export const keyedRoutes = [
  serviceMapRoute,
  oneRequestRoutes,
  createJobRoute,
  createManyRoutes,
  estimateJobRoute,
  listJobsRoute,
  getJobRoute,
  listFilesRoute,
  startJobRoute,
  refreshJobRoute,
  cancelJobRoute,
  eraseJobRoute,
  jobEventsRoute,
  createBatchRoute,
  listBatchesRoute,
  getBatchRoute,
  batchEventsRoute,
  listBatchJobsRoute,
  batchManifestRoute,
  cancelBatchRoute,
  retryBatchRoute,
  createTriggerRoute,
  listTriggersRoute,
  getTriggerRoute,
  updateTriggerRoute,
  deleteTriggerRoute,
  triggerLogRoute,
  listRecipesRoute,
  createRecipeRoute,
  getRecipeRoute,
  updateRecipeRoute,
  recipeVersionRoutes,
  deleteRecipeRoute,
  createRunRoute,
  listRunsRoute,
  getRunRoute,
  listRunFilesRoute,
  runEventsRoute,
  cancelRunRoute,
  addGoldenFileRoute,
  listGoldenFilesRoute,
  getGoldenFileRoute,
  checkGoldenFileRoute,
  acceptGoldenFileRoute,
  removeGoldenFileRoute,
  listEventsRoute,
  listWebhooksRoute,
  createWebhookRoute,
  getWebhookRoute,
  updateWebhookRoute,
  pauseWebhookRoute,
  resumeWebhookRoute,
  rotateWebhookRoute,
  testWebhookRoute,
  deleteWebhookRoute,
  listDeliveriesRoute,
  getDeliveryRoute,
  redeliverRoute,
  listAllDeliveriesRoute,
  redeliverFailedRoute,
  webhookActivityRoute,
  rotateCallbackRoute,
  listConnectionsRoute,
  createConnectionRoute,
  updateConnectionRoute,
  deleteConnectionRoute,
  createArtifactRoute,
  getArtifactRoute,
  jobTypesRoute,
  usageRoute,
];
