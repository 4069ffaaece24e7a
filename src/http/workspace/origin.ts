import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { App } from '../app.ts';
import { getBaseUrl } from '../plugins/base.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What browsers say of where a request comes from; a page cannot forge either. Who says nothing is no browser. */
function isForeign(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  // Behind a proxy that changes Host only the browser's own word tells.
  if (site === 'same-origin') return false;
  const own = getBaseUrl(request, publicUrl);
  return !URL.canParse(own) || origin !== new URL(own).origin;
}

/** A session cookie travels by itself: what changes something must come from our own pages, or from no browser at all. */
export function useOrigin(app: App, publicUrl: string | undefined): void {
  app.addHook('onRequest', async request => {
    if (!safe.has(request.method) && isForeign(request, publicUrl))
      throw new ApiError('forbidden', {
        message: 'Requests from other origins may not change anything here.',
      });
  });
}
