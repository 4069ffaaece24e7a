import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recipes',
  component: lazyRouteComponent(() => import('./list/recipes-page.tsx'), 'RecipesPage'),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recipes/new',
  component: lazyRouteComponent(() => import('./builder/builder-page.tsx'), 'NewRecipePage'),
});

const editRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recipes/$recipeId',
  component: lazyRouteComponent(() => import('./builder/builder-page.tsx'), 'RecipePage'),
});

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs/$runId',
  component: lazyRouteComponent(() => import('./run/run-page.tsx'), 'RunPage'),
});

export const recipesRoutes = [listRoute, newRoute, editRoute, runRoute];
