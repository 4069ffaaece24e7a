import { gatherRuns } from '../../../api/gather-runs.ts';
import type { WorkspaceJob } from '../../../api/jobs.ts';
import { moveByArrows } from '../../../components/rows/move-by-arrows.ts';
import { strings } from '../../../wording/strings.ts';
import { JobRow } from './job-row.tsx';
import classes from './job-table.module.css';
import { RunRows } from './run-rows.tsx';

const words = strings.jobs;

/** A list of jobs, with the jobs of a recipe's run as one row unless each is looked for by itself. */
export function JobTable({
  jobs,
  gathers,
  isCut,
}: {
  jobs: WorkspaceJob[];
  gathers: boolean;
  /** Whether older jobs are not loaded yet. A run whose first step is among them is shown with them. */
  isCut: boolean;
}) {
  const entries = gathers ? gatherRuns(jobs, isCut) : jobs;
  return (
    <table className={classes.table} onKeyDown={moveByArrows}>
      <thead>
        <tr>
          <th>{words.what}</th>
          <th className={classes.state}>{words.state}</th>
          <th className={classes.from}>{words.source}</th>
          <th className={classes.taken}>{words.taken}</th>
          <th className={classes.when}>{words.when}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(entry =>
          'jobs' in entry ? <RunRows key={entry.id} run={entry} /> : <JobRow key={entry.id} job={entry} />,
        )}
      </tbody>
    </table>
  );
}
