import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../root-routes.tsx';
import { ConvertPage } from './convert-page.tsx';

/** The start page is part of the first script. */
export const convertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  // The conversion or job type for files to come, if the person searched for it first.
  validateSearch: ({ for: preferred }: Record<string, unknown>): { for?: string } =>
    typeof preferred === 'string' ? { for: preferred } : {},
  component: ConvertPage,
});
