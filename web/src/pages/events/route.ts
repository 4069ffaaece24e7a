import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';

export const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
});
