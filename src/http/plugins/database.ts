import { ApiError } from '../../contract/errors.ts';
import type { App, Services } from '../app.ts';

const retrySeconds = 2;

/** What does not need the database, or is asked to learn how it is. */
const without = new Set(['/healthz', '/readyz', '/metrics']);

export const noDatabase = (): ApiError =>
  new ApiError(
    'unavailable',
    { message: 'The service cannot reach its database. Try again.', retryAfter: retrySeconds },
    { 'retry-after': String(retrySeconds) },
  );

/** While the database does not answer, nobody is let wait for it. */
export function requireDatabase(app: App, { isDatabaseThere }: Pick<Services, 'isDatabaseThere'>): void {
  app.addHook('onRequest', async request => {
    if (!isDatabaseThere() && !without.has(request.routeOptions.url ?? '')) throw noDatabase();
  });
}
