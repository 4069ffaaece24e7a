import { ApiError } from '../contract/errors.ts';
import { chooseConverter, requireTarget } from '../domain/work/submissions/choose-converter.ts';
import { findDeclaredFormat } from '../formats/declared.ts';
import type { JobType } from '../jobs/job-type.ts';
import type { JobTypes } from '../jobs/registry.ts';

/**
 * Chooses the job type and options that convert a file of this name to the format, as `POST /convert` does.
 */
export function chooseJobType(
  jobTypes: JobTypes,
  filename: string,
  to: string,
  options: Record<string, unknown>,
): [JobType, Record<string, unknown>] {
  const output = requireTarget(jobTypes, to);
  const input = findDeclaredFormat('', filename);
  if (input === undefined)
    throw new ApiError('invalid_file_type', {
      message: `The format of ${filename} is not supported.`,
    });
  const { job, preset } = chooseConverter(jobTypes, input, output);
  return [job, { ...options, ...preset }];
}
