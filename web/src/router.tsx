import { createRouter } from '@tanstack/react-router';
import { Broken, NotFound } from './components/dead-end.tsx';
import { Pending } from './components/pending.tsx';
import { batchesRoutes } from './pages/batches/route.ts';
import { connectionsRoute } from './pages/connections/route.ts';
import { convertRoute } from './pages/convert/route.ts';
import { eventsRoute } from './pages/events/route.ts';
import { invitationRoute } from './pages/invitation/route.ts';
import { jobsRoutes } from './pages/jobs/route.ts';
import { keysRoute } from './pages/keys/route.ts';
import { membersRoute } from './pages/members/route.ts';
import { recipesRoutes } from './pages/recipes/route.ts';
import { resetPasswordRoute } from './pages/reset-password/route.ts';
import { settingsRoute } from './pages/settings/route.ts';
import { signInRoute } from './pages/sign-in/route.ts';
import { systemRoute } from './pages/system/route.ts';
import { triggersRoutes } from './pages/triggers/route.ts';
import { usageRoute } from './pages/usage/route.ts';
import { webhooksRoutes } from './pages/webhooks/route.ts';
import { welcomeRoute } from './pages/welcome/route.ts';
import { rootRoute, shellRoute, unknownRoute } from './root-routes.tsx';

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    welcomeRoute,
    invitationRoute,
    resetPasswordRoute,
    shellRoute.addChildren([
      convertRoute,
      ...jobsRoutes,
      ...batchesRoutes,
      ...recipesRoutes,
      ...triggersRoutes,
      usageRoute,
      keysRoute,
      ...webhooksRoutes,
      eventsRoute,
      connectionsRoute,
      membersRoute,
      settingsRoute,
      systemRoute,
      unknownRoute,
    ]),
  ]),
  // Behind a proxy, the page may be served below a path.
  basepath: new URL(document.baseURI).pathname,
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
