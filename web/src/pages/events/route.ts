import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { EventType } from '../../api/events.ts';
import { shellRoute } from '../../roots.tsx';

export const eventTypes: EventType[] = [
  'job.started',
  'job.completed',
  'job.failed',
  'job.canceled',
  'job.expired',
  'run.completed',
  'run.failed',
  'run.canceled',
];

export const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  validateSearch: ({ type }: Record<string, unknown>): { type?: EventType } => {
    const known = eventTypes.find(each => each === type);
    return known ? { type: known } : {};
  },
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
});
