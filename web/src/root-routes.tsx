import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session/session.ts';
import { keepWorkspace } from './api/workspace.ts';
import { NotFound } from './components/dead-end.tsx';
import { forgetFirstLook } from './shell/first-look.ts';
import { Shell } from './shell/shell.tsx';

export const rootRoute = createRootRoute({ component: Outlet });

/** Everything in the shell requires a session; after signing in, the person returns to the same page. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session) {
      forgetFirstLook();
      throw redirect({ to: '/sign-in', search: { next: location.href } });
    }
    keepWorkspace(session);
  },
  component: Shell,
});

/** Every other address, within the shell. */
export const unknownRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: NotFound,
});
