import { Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { KeyRound, type LucideIcon, MousePointerClick, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import { hasEnded, type WorkspaceJob } from '../../../api/jobs.ts';
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

/** One row: a file and what became of it. */
export function WorkRow({
  job,
  target,
  link,
  state,
  failed,
  source,
  taken,
  more,
  isStep = false,
}: {
  /** The job whose file, failure and progress are shown. */
  job: WorkspaceJob;
  /** The output format, "PDF", or the name of a recipe. */
  target: string;
  link: (content: ReactNode) => ReactNode;
  state: WorkspaceJob['status'];
  failed: WorkspaceJob | undefined;
  source: ReactNode;
  taken: string;
  /** The content below the name. */
  more?: ReactNode;
  isStep?: boolean;
}) {
  const types = useJobTypes();
  const [input] = job.inputs;
  return (
    <tr data-step={isStep || undefined}>
      <td className={classes.first}>
        <Thumbnail
          artifactId={job.status === 'expired' ? undefined : input?.artifactId}
          filename={input?.filename ?? ''}
          size={isStep ? 24 : 32}
        />
        <div className={classes.words}>
          {link(
            <>
              <span className="ellipsis" dir="auto">
                {describeInputs(job)}
              </span>
              <span className={classes.target}>
                {arrow} {target}
              </span>
            </>,
          )}
          {failed?.failure && (
            <div className={`${classes.reason} ellipsis`} dir="auto">
              {describeFailure(
                failed.failure,
                types.find(({ id }) => id === failed.type),
              )}
            </div>
          )}
          {more}
        </div>
      </td>
      <td className={classes.state}>
        <State state={state} />
        {job.status === 'processing' && <Underway job={job} />}
      </td>
      <td className={classes.from}>{source}</td>
      <td className={classes.taken}>{taken}</td>
      <td className={classes.when}>
        <When time={job.createdAt} />
      </td>
    </tr>
  );
}

/** One job; below its run, it is one of the steps. */
export function JobRow({ job, isStep = false }: { job: WorkspaceJob; isStep?: boolean }) {
  const types = useJobTypes();
  return (
    <WorkRow
      job={job}
      target={describeTarget(
        job,
        types.find(({ id }) => id === job.type),
      )}
      link={content => (
        <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={classes.what}>
          {content}
        </Link>
      )}
      state={job.status}
      failed={job}
      source={!isStep && <Source job={job} />}
      taken={hasEnded(job.status) ? formatTimeTaken(job) : ''}
      isStep={isStep}
    />
  );
}
