import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { App } from '../app.ts';
import { getBaseUrl } from '../plugins/service-url.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Tells whether a request comes from another site, by headers that browsers set and pages cannot change. A request without them
 * does not come from a browser.
 */
function isForeign(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  // A proxy may change Host, so the browser's Sec-Fetch-Site counts first.
  if (site === 'same-origin') return false;
  const own = getBaseUrl(request, publicUrl);
  return !URL.canParse(own) || origin !== new URL(own).origin;
}

/** Refuses changes that another site's page requests, because browsers send the session cookie with these too. */
export function useOrigin(app: App, publicUrl: string | undefined): void {
  app.addHook('onRequest', async request => {
    if (!safe.has(request.method) && isForeign(request, publicUrl))
      throw new ApiError('forbidden', {
        message: 'Requests from other origins may not change anything here.',
      });
  });
}
