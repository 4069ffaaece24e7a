import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { EventType } from '../../api/events.ts';
import { eventTypes } from '../../api/events.ts';
import { shellRoute } from '../../root-routes.tsx';

export const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  validateSearch: ({ type }: Record<string, unknown>): { type?: EventType } => {
    const known = eventTypes.find(each => each === type);
    return known ? { type: known } : {};
  },
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
});
