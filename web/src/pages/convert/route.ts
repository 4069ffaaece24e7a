import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';

export const convertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./convert-page.tsx'), 'ConvertPage'),
});
