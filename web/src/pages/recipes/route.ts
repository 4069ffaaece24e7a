import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recipes',
  component: lazyRouteComponent(() => import('./list/recipes-page.tsx'), 'RecipesPage'),
});

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recipes/new',
  /** The initial content: an example, or a recipe to copy. */
  validateSearch: (search: Record<string, unknown>): { template?: string; copy?: string } => {
    const [template, copy] = [readText(search.template), readText(search.copy)];
    return { ...(template && { template }), ...(copy && { copy }) };
  },
  component: lazyRouteComponent(() => import('./builder/new-recipe-page.tsx'), 'NewRecipePage'),
});

const editRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/recipes/$recipeId',
  component: lazyRouteComponent(() => import('./builder/recipe-page.tsx'), 'RecipePage'),
});

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs/$runId',
  component: lazyRouteComponent(() => import('./run/run-page.tsx'), 'RunPage'),
});

export const recipesRoutes = [listRoute, newRoute, editRoute, runRoute];
