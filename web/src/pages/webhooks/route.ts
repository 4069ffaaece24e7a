import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';
import { readFilter } from './detail/filter.ts';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./list/webhooks-page.tsx'), 'WebhooksPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$webhookId',
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import('./detail/webhook-page.tsx'), 'WebhookPage'),
});

export const webhooksRoutes = [listRoute, detailRoute];
