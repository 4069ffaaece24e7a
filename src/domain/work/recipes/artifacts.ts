import type { Database } from '../../../db/database.ts';
import { listAccepted } from '../../../jobs/input-files.ts';
import { findArtifacts } from '../../files/artifacts/find.ts';
import type { Asker } from '../../people/caller.ts';
import { refuseStep } from './refuse-step.ts';
import type { ReadStep } from './steps.ts';

/** Refuses steps whose further files are not retained, or have formats that their roles do not take. */
export async function requireStepArtifacts(
  db: Database,
  asker: Asker,
  steps: readonly Pick<ReadStep, 'index' | 'job' | 'artifacts'>[],
): Promise<void> {
  const found = await findArtifacts(
    db,
    asker,
    steps.flatMap(({ artifacts }) => artifacts.map(({ id }) => id)),
  );
  for (const { index, job, artifacts } of steps)
    for (const [at, { role, id }] of artifacts.entries()) {
      const { format } = found.get(id)!;
      const accepted = listAccepted(job, at + 1);
      if (!accepted.includes(format))
        throw refuseStep(
          index,
          `artifacts.${role}`,
          `The ${role} of ${job.id} cannot be ${format}; it can be ${accepted.join(', ')}.`,
        );
    }
}
