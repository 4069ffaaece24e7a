import { createArtifactRoute } from './artifacts/create.ts';
import { getArtifactRoute } from './artifacts/get.ts';
import { listEventsRoute } from './events/list.ts';
import { cancelJobRoute } from './jobs/cancel.ts';
import { createJobRoute } from './jobs/create.ts';
import { createManyRoutes } from './jobs/create-many.ts';
import { eraseJobRoute } from './jobs/erase.ts';
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
import { cancelRunRoute } from './runs/cancel.ts';
import { createRunRoute } from './runs/create.ts';
import { runEventsRoute } from './runs/events.ts';
import { getRunRoute } from './runs/get.ts';
import { listRunsRoute } from './runs/list.ts';
import { jobTypesRoute } from './service/job-types.ts';
import { serviceMapRoute } from './service/map.ts';
import { usageRoute } from './service/usage.ts';

/** The routes that need a key, in the order in which `GET /` lists them. */
export const keyedRoutes = [
  serviceMapRoute,
  oneRequestRoutes,
  createJobRoute,
  createManyRoutes,
  listJobsRoute,
  getJobRoute,
  listFilesRoute,
  startJobRoute,
  refreshJobRoute,
  cancelJobRoute,
  eraseJobRoute,
  jobEventsRoute,
  listRecipesRoute,
  createRecipeRoute,
  getRecipeRoute,
  deleteRecipeRoute,
  createRunRoute,
  listRunsRoute,
  getRunRoute,
  runEventsRoute,
  cancelRunRoute,
  listEventsRoute,
  createArtifactRoute,
  getArtifactRoute,
  jobTypesRoute,
  usageRoute,
];
