import type { WorkspaceJob } from '../../../api/jobs.ts';

/** The listed jobs of one run of a recipe, in the order of its steps. */
export interface RunJobs {
  id: string;
  recipeName: string;
  jobs: [WorkspaceJob, ...WorkspaceJob[]];
}

const readStep = ({ origin: { run } }: WorkspaceJob): number => run?.stepIndex ?? 0;

/** Gathers the jobs of each run, in the place of its newest job. Other jobs stay as they are. */
export function gatherRuns(jobs: WorkspaceJob[]): (WorkspaceJob | RunJobs)[] {
  const groups = Map.groupBy(jobs, ({ id, origin }) => origin.run?.id ?? id);
  return [...groups.values()].map(group => {
    const [first, ...others] = group.toSorted(
      (one, other) => readStep(one) - readStep(other) || one.createdAt.localeCompare(other.createdAt),
    ) as RunJobs['jobs'];
    const { run } = first.origin;
    return run ? { id: run.id, recipeName: run.recipeName, jobs: [first, ...others] } : first;
  });
}
