import type { FormatId } from '../formats/formats.ts';
import type { InputRole, JobType } from './job-type.ts';

type Inputs = Pick<JobType, 'inputs' | 'roles' | 'accepts'>;

/** Returns how many files a job takes. Without roles, a job of several files takes at least two. */
export function countFiles({ inputs, roles }: Inputs): { least: number; most: number } {
  if (!roles && inputs === 'one') return { least: 1, most: 1 };
  if (!roles) return { least: 2, most: Number.POSITIVE_INFINITY };
  return {
    least: roles.filter(({ optional }) => !optional).length,
    most: roles.at(-1)?.many ? Number.POSITIVE_INFINITY : roles.length,
  };
}

/** Returns the role of the file at this index. Files beyond the last role have that role if it takes many. */
export const findRole = ({ roles }: Inputs, index: number): InputRole | undefined =>
  roles?.[index] ?? (roles?.at(-1)?.many ? roles.at(-1) : undefined);

/** Returns the formats that the file at this index may have. */
export const listAccepted = (job: Inputs, index: number): readonly FormatId[] =>
  findRole(job, index)?.accepts ?? job.accepts;
