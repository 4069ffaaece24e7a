import { Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RecipeRun } from '../../../api/runs.ts';
import { Ident } from '../../../components/ident.tsx';
import { State } from '../../../components/state/state.tsx';
import { describeFailure } from '../../../wording/jobs.ts';
import { joinFacts } from '../../../wording/join-facts.ts';
import { direction } from '../../../wording/language.ts';
import { strings } from '../../../wording/strings.ts';
import { StepOutputs } from '../outputs.tsx';
import { formatStepDuration } from '../step-duration.ts';
import classes from './run-page.module.css';

const words = strings.recipes;

type Step = RecipeRun['steps'][number];

/** One step of a run with its state, duration and outputs. */
export function RunStep({
  step,
  title,
  deletes,
}: {
  step: Step;
  title: string | undefined;
  deletes: boolean;
}) {
  const facts = joinFacts(
    [title === step.name ? '' : (title ?? ''), formatStepDuration(step)].filter(Boolean),
    direction,
  );
  return (
    <li className={classes.step} data-state={step.status}>
      <div className={classes.head}>
        <span className={classes.name} dir="auto">
          {step.index + 1}. {step.name}
        </span>
        <State state={step.status} />
      </div>
      <p className={`${classes.facts} dim`}>
        {facts}
        {step.jobId && (
          <>
            {facts && ' · '}
            <Link to="/jobs/$jobId" params={{ jobId: step.jobId }}>
              {words.itsJob}
            </Link>
          </>
        )}
      </p>
      {step.status === 'processing' && (
        <Progress value={step.progress} size={3} aria-label={strings.job.percent(step.progress)} />
      )}
      {step.failure && (
        <p className={classes.failure}>
          {describeFailure(step.failure)}
          <br />
          {strings.job.diagnosticId}:{' '}
          <Ident value={step.failure.diagnosticId} name={strings.job.diagnosticId} />
        </p>
      )}
      {step.delivered && step.delivered.length > 0 && (
        <p className="dim">{words.writtenTo(step.delivered.map(({ key }) => key).join(', '))}</p>
      )}
      {step.delivery?.error && <p className={classes.failure}>{step.delivery.error}</p>}
      <div className={classes.foot}>
        <StepOutputs files={step.outputs} deletes={deletes} />
      </div>
    </li>
  );
}
