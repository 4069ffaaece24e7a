import { type Static, Type } from 'typebox';
import { closed, time } from './fields.ts';
import { nextCursor } from './page.ts';

export const UsageHistoryQuery = Type.Object(
  {
    unit: Type.String({ enum: ['day', 'month'], default: 'day' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: 366,
      default: 31,
      description: 'The number of windows to go back.',
    }),
  },
  closed,
);
export const UsageHistory = Type.Object(
  {
    unit: Type.String({ enum: ['day', 'month'] }),
    limit: Type.Optional(
      Type.Integer({ description: "The plan's operations per window. Absent if there is no limit." }),
    ),
    windows: Type.Array(
      Type.Object(
        {
          start: Type.String({ format: 'date' }),
          operations: Type.Integer(),
          credits: Type.Integer({ description: 'AI credits spent.' }),
          storageBytes: Type.Optional(Type.Integer({ description: 'The most stored at any time.' })),
        },
        closed,
      ),
      { description: 'Newest first; windows without usage are omitted.' },
    ),
  },
  { ...closed, $id: 'UsageHistory' },
);
export type UsageHistory = Static<typeof UsageHistory>;

export const UsageBreakdownQuery = Type.Object(
  {
    by: Type.String({ enum: ['type', 'key', 'source'], default: 'type' }),
    days: Type.Integer({
      minimum: 1,
      maximum: 90,
      default: 30,
      description: 'The number of UTC days, including today.',
    }),
    daily: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Also gives the figures of each day.' }),
    ),
  },
  closed,
);
const usageFigures = {
  operations: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer(),
  credits: Type.Integer(),
};
export const UsageBreakdown = Type.Object(
  {
    by: Type.String({ enum: ['type', 'key', 'source'] }),
    days: Type.Integer(),
    shares: Type.Array(
      Type.Object(
        {
          id: Type.Optional(
            Type.String({ description: 'Absent for jobs that were not created with a key.' }),
          ),
          name: Type.Optional(Type.String({ description: 'The name of the key.' })),
          ...usageFigures,
          days: Type.Optional(
            Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...usageFigures }, closed), {
              description: 'With `daily`: the days that have any, oldest first.',
            }),
          ),
        },
        closed,
      ),
      {
        description:
          'The largest first. Jobs count on the day they end, even if they were deleted since; waiting and running jobs count today.',
      },
    ),
  },
  { ...closed, $id: 'UsageBreakdown' },
);
export type UsageBreakdown = Static<typeof UsageBreakdown>;

/** The kinds of ledger entries: the month's allowance and its end, grants of an operator, and the credits of a job. */
export const creditKinds = ['allowance', 'expiry', 'grant', 'reservation', 'settlement', 'release'] as const;
export const CreditEntry = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ enum: [...creditKinds] }),
    amount: Type.Integer({ description: 'Negative where credits are spent.' }),
    jobId: Type.Optional(Type.String()),
    note: Type.String(),
    createdAt: time(),
  },
  { ...closed, $id: 'CreditEntry' },
);
export type CreditEntry = Static<typeof CreditEntry>;
export const Ledger = Type.Object(
  {
    balance: Type.Integer({ description: 'The sum of all entries.' }),
    entries: Type.Array(Type.Ref('CreditEntry#')),
    nextCursor,
  },
  { ...closed, $id: 'Ledger' },
);
export const Grant = Type.Object(
  {
    amount: Type.Integer({
      minimum: -1_000_000_000,
      maximum: 1_000_000_000,
      description: 'Negative to take credits back; not 0.',
    }),
    note: Type.String({ maxLength: 500, default: '' }),
  },
  { ...closed, 'x-name': 'Grant' },
);
