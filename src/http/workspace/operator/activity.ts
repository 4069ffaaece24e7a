import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { readActivity } from '../../../domain/installation/activity.ts';
import type { App, Services } from '../../app.ts';

export function activityRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/activity',
    {
      config: { operator: true },
      schema: {
        operationId: 'getActivity',
        summary: 'Count the jobs of the last day',
        description:
          'For operators: the jobs that ended in the last 24 hours by hour, by type with their durations, and by workspace and key.',
        tags: ['Operator'],
        response: { 200: Type.Ref('Activity#'), ...describeErrors() },
      },
    },
    () => readActivity(db),
  );
}
