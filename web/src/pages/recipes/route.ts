import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recipes',
  component: lazyRouteComponent(() => import('./recipes-page.tsx'), 'RecipesPage'),
});

export const recipesRoutes = [listRoute];
