import { Button, Progress, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BadgeCheck, Ban } from 'lucide-react';
import { addGoldenFile } from '../../../api/golden-files.ts';
import { useJobTypes } from '../../../api/job-types.ts';
import { jobQuery } from '../../../api/jobs.ts';
import { recipeQuery } from '../../../api/recipes.ts';
import { cancelRun, type RecipeRun, runHasEnded, runQuery } from '../../../api/runs.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { Back } from '../../../components/back.tsx';
import { Ident } from '../../../components/ident.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { ResultPage } from '../../../components/result/result.tsx';
import { State } from '../../../components/state/state.tsx';
import { When } from '../../../components/when/when.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { formatDuration } from '../../../wording/figures.ts';
import { failureWords } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { StepOutputs } from '../outputs.tsx';
import classes from './run-page.module.css';

const words = strings.recipes;

type Step = RecipeRun['steps'][number];

const taken = ({ startedAt, completedAt }: Step): string =>
  startedAt && completedAt ? formatDuration(Date.parse(completedAt) - Date.parse(startedAt)) : '';

function RunStep({ step, title, deletes }: { step: Step; title: string | undefined; deletes: boolean }) {
  return (
    <li className={classes.step} data-state={step.status}>
      <div className={classes.head}>
        <span className={classes.name}>
          {step.index + 1}. <bdi>{step.name}</bdi>
          {title && title !== step.name && <span className="dim"> {title}</span>}
        </span>
        <span className="dim">{taken(step)}</span>
        <State state={step.status} />
      </div>
      {step.status === 'processing' && (
        <Progress value={step.progress} size={3} aria-label={strings.job.percent(step.progress)} />
      )}
      {step.failure && (
        <p className={classes.failure}>
          {failureWords(step.failure.reason).says} {failureWords(step.failure.reason).todo}
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
        {step.jobId && (
          <Link to="/jobs/$jobId" params={{ jobId: step.jobId }}>
            {words.itsJob}
          </Link>
        )}
      </div>
    </li>
  );
}

/** Shown in place of a result that does not exist yet, or never will. */
function Waiting({ run }: { run: RecipeRun }) {
  const failed = run.steps.find(({ failure }) => failure);
  const { says, todo } = failureWords(failed?.failure?.reason);
  return (
    <div className={classes.waiting} role="status">
      {failed ? (
        <>
          <strong>{words.failedAt(failed.index + 1, failed.name)}</strong>
          <p>
            {says} {todo}
          </p>
        </>
      ) : runHasEnded(run) ? (
        strings.result.nothing
      ) : (
        words.stepsDone(run.steps.filter(({ status }) => status === 'completed').length, run.steps.length)
      )}
    </div>
  );
}

/** One run: each step with its state, duration and outputs. */
export function RunPage() {
  const workspace = useWorkspace();
  const mayCancel = useMay('member');
  const types = useJobTypes();
  const { runId } = useParams({ from: '/shell/runs/$runId' });
  const { data: run, error, refetch } = useQuery(runQuery(workspace.id, runId));
  const { data: recipe } = useQuery({
    ...recipeQuery(workspace.id, run?.recipeId ?? ''),
    enabled: run !== undefined,
    retry: false,
  });
  const firstJob = run?.steps[0]?.jobId;
  const { data: first } = useQuery({
    ...jobQuery(workspace.id, firstJob ?? ''),
    enabled: firstJob !== undefined,
    retry: false,
  });
  if (!run)
    return (
      <Page title={words.oneRun}>
        {error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton height={240} />}
      </Page>
    );
  const cancel = () => attempt(() => cancelRun(workspace.id, run.id));
  const accept = () =>
    attempt(async () => {
      await addGoldenFile(workspace.id, run.recipeId, run.id);
      notifications.show({ message: strings.goldenFiles.added });
    });
  // The first step's job knows the name of the file that was given.
  const name = recipe?.name ?? words.deletedRecipe;
  const given = first?.inputs[0];
  return (
    <Page
      title={given ? `${given.filename} → ${name}` : name}
      lead={
        <span className={classes.lead}>
          {recipe ? (
            <Back to="/recipes/$recipeId" params={{ recipeId: recipe.id }}>
              {words.one}
            </Back>
          ) : (
            <Back to="/recipes">{words.title}</Back>
          )}
          <State state={run.status} />
          <span>
            {words.begun} <When time={run.createdAt} />
          </span>
          <Ident value={run.id} name={words.runId} />
        </span>
      }
      actions={
        mayCancel &&
        (runHasEnded(run) ? (
          recipe &&
          run.result && (
            <Button
              variant="default"
              leftSection={<BadgeCheck size={16} aria-hidden="true" />}
              onClick={accept}
            >
              {strings.goldenFiles.add}
            </Button>
          )
        ) : (
          <Button variant="default" leftSection={<Ban size={16} aria-hidden="true" />} onClick={cancel}>
            {strings.job.cancel}
          </Button>
        ))
      }
    >
      <ResultPage
        files={run.result?.files ?? []}
        fileCount={run.result?.fileCount}
        archiveUrl={run.result?.archiveUrl}
        warnings={run.result?.warnings}
        sourceId={given?.artifactId}
        deletes={run.deleteAfterDownload === true}
        instead={<Waiting run={run} />}
      >
        <h2 className={classes.heading}>{words.steps}</h2>
        <ol className={classes.steps} aria-label={words.steps}>
          {run.steps.map(step => (
            <RunStep
              deletes={run.deleteAfterDownload === true}
              key={step.index}
              step={step}
              title={types.find(({ id }) => id === step.jobType)?.title}
            />
          ))}
        </ol>
      </ResultPage>
    </Page>
  );
}
