import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../../roots.tsx';
import { ConvertPage } from './convert-page.tsx';

/** The first thing seen: it comes with the first script, not after it. */
export const convertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: ConvertPage,
});
