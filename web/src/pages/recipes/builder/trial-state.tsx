import { Link } from '@tanstack/react-router';
import { State } from '../../../components/state/state.tsx';
import { describeFailure } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { StepOutputs } from '../outputs.tsx';
import { formatStepDuration } from '../step-duration.ts';
import classes from './builder.module.css';
import type { TrialStep } from './use-trial.ts';

/** The result of one step in a trial. */
export function TrialState({ trial: step }: { trial: TrialStep }) {
  return (
    <div className={classes.trial} role="status">
      <State state={step.status} />
      {step.status === 'processing' && step.progress > 0 && (
        <span className="dim">{strings.job.percent(step.progress)}</span>
      )}
      <span className="dim">{formatStepDuration(step)}</span>
      <StepOutputs files={step.outputs} />
      {step.failure && <span>{describeFailure(step.failure)}</span>}
      {step.failure && step.jobId && (
        <Link to="/jobs/$jobId" params={{ jobId: step.jobId }}>
          {strings.recipes.whyFailed}
        </Link>
      )}
    </div>
  );
}
