import { type ErrorCode, errorTable } from '../../../contract/errors.ts';
import { exampleUuid, makeExampleId } from './ids.ts';

/** The fields that errors with this code have in addition to code and message. */
const extras: Record<string, object> = {
  validation_failed: {
    message: '`options.angle` must be one of 90, 180, 270.',
    details: [{ path: 'options.angle', message: '`options.angle` must be one of 90, 180, 270.' }],
  },
  job_not_startable: { missingUploads: [0] },
  file_too_large: { limit: 2_000_000_000 },
  batch_too_large: { limit: 100 },
  quota_exceeded: { quotaKey: 'operations_daily', resetsAt: '2026-01-06T00:00:00.000Z' },
  processing_failed: {
    jobId: makeExampleId('job'),
    failure: {
      code: 'processing_failed',
      diagnosticId: exampleUuid,
      reason: 'option_mismatch',
      option: 'options.pages',
      message: 'Page 99 of `pages` does not exist in this document.',
    },
  },
};
/** Makes an example of a refusal. Only codes with fields of their own get one, because linters take a while for each example. */
export const makeExampleRefusal = (code: string): object | undefined =>
  extras[code] && {
    error: errorTable[code as ErrorCode].error,
    code,
    ...extras[code],
    requestId: exampleUuid,
  };
