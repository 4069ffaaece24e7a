import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/triggers',
  component: lazyRouteComponent(() => import('./list/triggers-page.tsx'), 'TriggersPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/triggers/$triggerId',
  component: lazyRouteComponent(() => import('./detail/trigger-page.tsx'), 'TriggerPage'),
});

export const triggersRoutes = [listRoute, detailRoute];
