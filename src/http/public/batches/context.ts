import { ApiError } from '../../../contract/errors.ts';
import { requireReachable } from '../../../domain/outgoing/destinations/destinations.ts';
import type { Caller } from '../../../domain/people/caller.ts';
import type { BatchContext } from '../../../domain/work/batches/check.ts';
import type { Services } from '../../app.ts';

/** Collects the services that are needed to create a batch, by a request or by a trigger. */
export const makeBatchContext = (services: Services): BatchContext => ({
  ...services,
  requireReachable: (url, at) => requireReachable(url, services.fetchHosts, at, 'FETCH_ALLOW_HOSTS'),
});

/** Refuses a recipe if the key may not run recipes. */
export function requireRecipeScope(caller: Caller, recipeId: string | undefined): void {
  const { scopes } = caller as { scopes?: string[] };
  if (recipeId !== undefined && scopes && !scopes.includes('recipes:write'))
    throw new ApiError('forbidden', {
      message: 'This key does not have the scope recipes:write. Use a key that has it.',
    });
}
