import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';
import { readFilters } from './filters.ts';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('./list/jobs-page.tsx'), 'JobsPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/$jobId',
  component: lazyRouteComponent(() => import('./detail/job-page.tsx'), 'JobPage'),
});

export const jobsRoutes = [listRoute, detailRoute];
