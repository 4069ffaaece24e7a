import { type Static, Type } from 'typebox';
import { closed } from './fields.ts';

const EstimateWarning = Type.Object(
  {
    code: Type.String({
      description:
        'An error code such as `validation_failed` or `quota_exceeded`, if the job would be refused; `credits_by_size` if the price depends on the content.',
    }),
    message: Type.String(),
    path: Type.Optional(Type.String({ description: 'The field concerned, such as `options.pages`.' })),
  },
  { ...closed, 'x-name': 'EstimateWarning' },
);

export const Estimate = Type.Object(
  {
    accepted: Type.Boolean({ description: 'Whether `POST /jobs` with the same body would be accepted.' }),
    engines: Type.Array(Type.Object({ name: Type.String(), version: Type.String() }, closed), {
      description: 'The engines and models that would run, with their versions here.',
    }),
    operations: Type.Integer({ description: 'The operations that the job would count.' }),
    credits: Type.Integer({ description: 'The AI credits that it would cost at least.' }),
    expectedMs: Type.Optional(
      Type.Integer({
        description:
          'The expected run time without waiting, from similar jobs of this installation. Left out where there are too few.',
      }),
    ),
    warnings: Type.Array(EstimateWarning, {
      description: 'Why the job would be refused, or what the estimate cannot know.',
    }),
  },
  { ...closed, $id: 'Estimate' },
);
export type Estimate = Static<typeof Estimate>;
