import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  component: lazyRouteComponent(() => import('./batches-page.tsx'), 'BatchesPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$batchId',
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});

export const batchesRoutes = [listRoute, detailRoute];
