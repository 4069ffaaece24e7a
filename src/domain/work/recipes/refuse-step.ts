import { ApiError } from '../../../contract/errors.ts';

/** Makes the refusal of one step, which names the step and the reason. */
export function refuseStep(index: number, path: string, reason: string): ApiError {
  const detail = { path: `steps.${index}${path && `.${path}`}`, message: reason };
  return new ApiError('validation_failed', { message: `Step ${index + 1}: ${reason}`, details: [detail] });
}
