import { contentLimits } from './limits/content.ts';
import { databaseLimits } from './limits/database.ts';
import { filesLimits } from './limits/files.ts';
import { modelsLimits } from './limits/models.ts';
import { outgoingLimits } from './limits/outgoing.ts';
import { peopleLimits } from './limits/people.ts';
import { queueLimits } from './limits/queue.ts';
import { recipesLimits } from './limits/recipes.ts';
import { requestsLimits } from './limits/requests.ts';
import { runningLimits } from './limits/running.ts';

/** The limits that operators cannot set. Every loop, queue, buffer and document has one. */
export const limits = {
  ...requestsLimits,
  ...filesLimits,
  ...recipesLimits,
  ...queueLimits,
  ...runningLimits,
  ...contentLimits,
  ...outgoingLimits,
  ...peopleLimits,
  ...modelsLimits,
  ...databaseLimits,
} as const;
