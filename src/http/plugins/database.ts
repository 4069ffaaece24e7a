import { ApiError } from '../../contract/errors.ts';
import { type App, probes, type Services } from '../app.ts';

const retrySeconds = 2;

export const noDatabase = (): ApiError =>
  new ApiError(
    'unavailable',
    { message: 'The service cannot reach its database. Try again.', retryAfter: retrySeconds },
    { 'retry-after': String(retrySeconds) },
  );

/** Refuses requests at once while the database does not answer. */
export function requireDatabase(app: App, { isDatabaseThere }: Pick<Services, 'isDatabaseThere'>): void {
  app.addHook('onRequest', async request => {
    if (!isDatabaseThere() && !probes.has(request.routeOptions.url)) throw noDatabase();
  });
}
