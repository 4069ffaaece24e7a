import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

export const webhooksRoutes = [listRoute];
