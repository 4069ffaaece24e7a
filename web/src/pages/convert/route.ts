import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';
import { ConvertPage } from './convert-page.tsx';

/** The first thing seen: it comes with the first script, not after it. */
export const convertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  // What the files to come are for, where somebody looked for that first.
  validateSearch: ({ for: wished }: Record<string, unknown>): { for?: string } =>
    typeof wished === 'string' ? { for: wished } : {},
  component: ConvertPage,
});
