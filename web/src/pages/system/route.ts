import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';
import { readPlace } from './tabs.ts';

export const systemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system',
  validateSearch: readPlace,
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});
