import { type TSchema, Type } from 'typebox';
import { type ErrorCode, errorTable, quotaKeys } from '../errors.ts';
import { Failure } from './result.ts';

export const ErrorEnvelope = Type.Object(
  {
    error: Type.String({ description: 'Fixed text for people. Never branch on it.' }),
    code: Type.String({ enum: Object.keys(errorTable), description: 'The stable code to branch on.' }),
    message: Type.Optional(Type.String({ description: 'What happened, in a sentence.' })),
    details: Type.Optional(
      Type.Array(
        Type.Object(
          { path: Type.String(), message: Type.String() },
          { additionalProperties: false, 'x-name': 'ErrorDetail' },
        ),
        { description: 'The invalid fields.' },
      ),
    ),
    missingUploads: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Indexes of inputs that were not uploaded.' }),
    ),
    limit: Type.Optional(Type.Integer({ description: 'The limit that was exceeded.' })),
    retryAfter: Type.Optional(Type.Integer({ description: 'Seconds to wait.' })),
    quotaKey: Type.Optional(Type.String({ enum: [...quotaKeys] })),
    resetsAt: Type.Optional(Type.String({ format: 'date-time' })),
    jobId: Type.Optional(Type.String({ description: 'The job that was created.' })),
    runId: Type.Optional(Type.String({ description: 'The run that was created.' })),
    failure: Type.Optional(Failure),
    requestId: Type.String(),
  },
  { $id: 'Error', additionalProperties: false },
);

const everyRoute: ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'feature_not_available',
  'rate_limited',
  'internal_error',
  'unavailable',
];

/** Describes the error responses of a route: those that any route can give, and its own. */
export function describeErrors(...codes: ErrorCode[]): Record<number, TSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...everyRoute, ...codes]) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        ...Type.Ref('Error#'),
        description: list.map(code => `\`${code}\`: ${errorTable[code].error}`).join('; '),
      },
    ]),
  );
}
