import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';
import { readPlace } from './place.ts';

export const systemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system',
  validateSearch: readPlace,
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});
