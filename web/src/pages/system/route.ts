import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';

export const systemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system',
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});
