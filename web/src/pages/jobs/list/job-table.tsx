import { Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { KeyRound, type LucideIcon, MousePointerClick, Waypoints } from 'lucide-react';
import { useJobTypes } from '../../../api/job-types.ts';
import { hasEnded, type WorkspaceJob } from '../../../api/jobs.ts';
import { moveByArrows } from '../../../components/rows/move-by-arrows.ts';
import { State } from '../../../components/state/state.tsx';
import { Thumbnail } from '../../../components/thumbnail/thumbnail.tsx';
import { TimeLeft } from '../../../components/time-left.tsx';
import { When } from '../../../components/when/when.tsx';
import { formatDuration } from '../../../wording/figures.ts';
import { arrow, describeFailure, describeInputs, describeTarget } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './job-table.module.css';

const words = strings.jobs;

const sourceIcons: Record<WorkspaceJob['source'], LucideIcon> = {
  api: KeyRound,
  workspace: MousePointerClick,
  recipe: Waypoints,
};

function Source({ job }: { job: WorkspaceJob }) {
  const Icon = sourceIcons[job.source];
  const name = job.origin.run?.recipeName ?? job.origin.key?.name ?? words.sources[job.source];
  return (
    <span className={classes.source}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className="ellipsis" dir="auto">
        {name}
      </span>
    </span>
  );
}

function formatTimeTaken(job: WorkspaceJob): string {
  if (job.result) return formatDuration(job.result.durationMs);
  if (job.startedAt && job.completedAt)
    return formatDuration(Date.parse(job.completedAt) - Date.parse(job.startedAt));
  return '';
}

/** How far a job is, and how long it will still take. */
const Underway = ({ job }: { job: WorkspaceJob }) => (
  <>
    <Progress
      value={job.progress}
      size={3}
      mt={4}
      aria-label={words.progress(job.progress)}
      className={classes.progress}
    />
    <div className={classes.pace}>
      {job.progress > 0 && <span>{words.progress(job.progress)}</span>}
      <TimeLeft since={job.startedAt} progress={job.progress} />
    </div>
  </>
);

export function JobTable({ jobs }: { jobs: WorkspaceJob[] }) {
  const types = useJobTypes();
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
        {jobs.map(job => (
          <tr key={job.id}>
            <td className={classes.first}>
              <Thumbnail
                artifactId={job.status === 'expired' ? undefined : job.inputs[0]?.artifactId}
                filename={job.inputs[0]?.filename ?? ''}
                size={32}
              />
              <div className={classes.words}>
                <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={classes.what}>
                  <span className="ellipsis" dir="auto">
                    {describeInputs(job)}
                  </span>
                  <span className={classes.target}>
                    {arrow}{' '}
                    {describeTarget(
                      job,
                      types.find(({ id }) => id === job.type),
                    )}
                  </span>
                </Link>
                {job.failure && (
                  <div className={`${classes.reason} ellipsis`} dir="auto">
                    {describeFailure(job.failure, job.type)}
                  </div>
                )}
              </div>
            </td>
            <td className={classes.state}>
              <State state={job.status} />
              {job.status === 'processing' && <Underway job={job} />}
            </td>
            <td className={classes.from}>
              <Source job={job} />
            </td>
            <td className={classes.taken}>{hasEnded(job.status) ? formatTimeTaken(job) : ''}</td>
            <td className={classes.when}>
              <When time={job.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
