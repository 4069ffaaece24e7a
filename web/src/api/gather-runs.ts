import type { WorkspaceJob } from '@filemill/client';

/** The listed jobs of one run of a recipe, in the order of its steps. */
export interface RunJobs {
  id: string;
  recipeName: string;
  jobs: [WorkspaceJob, ...WorkspaceJob[]];
}

export const readStep = ({ origin: { run } }: WorkspaceJob): number => run?.stepIndex ?? 0;

/**
 * Gathers the jobs of each run, in the place of its newest job. Other jobs stay as they are. If the list is cut, a run without
 * its first step is left out: its file and its earlier steps are not known.
 */
export function gatherRuns(jobs: WorkspaceJob[], isCut: boolean): (WorkspaceJob | RunJobs)[] {
  const groups = Map.groupBy(jobs, ({ id, origin }) => origin.run?.id ?? id);
  return [...groups.values()].flatMap(group => {
    const [first, ...others] = group.toSorted(
      (one, other) => readStep(one) - readStep(other) || one.createdAt.localeCompare(other.createdAt),
    ) as RunJobs['jobs'];
    const { run } = first.origin;
    if (isCut && readStep(first) > 0) return [];
    return run ? { id: run.id, recipeName: run.recipeName, jobs: [first, ...others] } : first;
  });
}
