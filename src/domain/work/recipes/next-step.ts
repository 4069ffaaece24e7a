import { randomUUID } from 'node:crypto';
import { newId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import type { NextStep } from '../../../queue/ends/end.ts';
import { areRetained } from '../../files/artifacts/find.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { follow } from './chain.ts';

/** Finds the step that follows one that made a file of this format. Undefined after the last step, and for a job of a branching run, which the queue continues by itself. */
export async function findNextStep(
  context: { db: Database; jobTypes: JobTypes; secrets: Secrets },
  jobId: string,
  outputs: { format: FormatId }[],
): Promise<NextStep | undefined> {
  const step = await context.db
    .selectFrom('run_steps as done')
    .innerJoin('run_steps as next', join =>
      join.onRef('next.run_id', '=', 'done.run_id').on('next.index', '=', eb => eb('done.index', '+', 1)),
    )
    .select(['next.index', 'next.job_type', 'next.options', 'next.secret', 'next.artifacts'])
    .where('done.job_id', '=', jobId)
    .where('done.flow', 'is', null)
    .executeTakeFirst();
  if (!step) return undefined;
  const next: NextStep = { id: newId('job'), needs: [], diagnosticId: randomUUID() };
  const refused: NextStep = { ...next, refused: 'unsupported_content' };
  const job = context.jobTypes.get(step.job_type);
  const [output, ...more] = outputs;
  if (!job || !output || more.length > 0) return refused;
  const options = { ...step.options, ...(step.secret && context.secrets.open(step.secret)) };
  const artifacts = step.artifacts ?? [];
  if (
    !(await areRetained(
      context.db,
      artifacts.map(({ id }) => id),
    ))
  )
    return refused;
  const chain = follow([{ index: step.index, job, options, artifacts }], output.format);
  return 'needs' in chain ? { ...next, needs: chain.needs.flat() } : refused;
}
