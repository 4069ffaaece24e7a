import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';

export const connectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connections',
  component: lazyRouteComponent(() => import('./connections-page.tsx'), 'ConnectionsPage'),
});
