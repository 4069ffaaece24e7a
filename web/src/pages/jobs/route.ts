import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage'),
});

export const jobsRoutes = [listRoute];
