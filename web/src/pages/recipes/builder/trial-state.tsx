import { Link } from '@tanstack/react-router';
import { State } from '../../../components/state/state.tsx';
import { formatDuration } from '../../../wording/figures.ts';
import { failureWords } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { StepOutputs } from '../outputs.tsx';
import classes from './builder.module.css';
import type { TrialStep } from './use-trial.ts';

/** The result of one step in a trial. */
export function TrialState({ trial: { job } }: { trial: TrialStep }) {
  if (!job) return null;
  return (
    <div className={classes.trial} role="status">
      <State state={job.status} />
      {job.status === 'processing' && <span className="dim">{strings.job.percent(job.progress)}</span>}
      {job.result && <span className="dim">{formatDuration(job.result.durationMs)}</span>}
      {job.result && <StepOutputs files={job.result.files} />}
      {job.failure && <span>{failureWords(job.failure.reason).says}</span>}
      {job.failure && (
        <Link to="/jobs/$jobId" params={{ jobId: job.id }}>
          {strings.recipes.whyFailed}
        </Link>
      )}
    </div>
  );
}
